"""Programs that are not tests: benchmarks, arena, soak, sprites, screenshots."""
