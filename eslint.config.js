import js from "@eslint/js";
import globals from "globals";

export default [
  js.configs.recommended,
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  { files: ["*.config.js"], languageOptions: { globals: globals.node } },
  {
    files: ["service/web/**/*.js"],
    languageOptions: { globals: globals.browser },
    rules: {
      // Counts each `?:`, `??` and `?.`, of which descriptions of elements are full; Python's limit of 10 does not.
      complexity: ["error", { max: 15, variant: "modified" }],
      "consistent-return": "error",
      curly: ["error", "multi-line"],
      eqeqeq: "error",
      "max-lines": ["error", 330],
      "no-console": "error",
      "no-duplicate-imports": "error",
      "no-implicit-globals": "error",
      "no-param-reassign": "error",
      "no-shadow": "error",
      "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_" }],
      "no-var": "error",
      "object-shorthand": "error",
      "prefer-const": "error",
      "prefer-template": "error",
    },
  },
];
