// The OpenAPI document, read for people: which calls there are, what they take, and what they answer. Pure.

const METHODS = ["get", "post", "put", "patch", "delete"];
const DEEPEST = 4; // levels of an answer that are told

/** Every call: { id, method, path, tag, summary, description, parameters, body, answer }. */
export const calls = (document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => call(document, path, method, methods[method])),
  );

function call(document, path, method, told) {
  const [kind, content] = Object.entries(told.requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: told.tags[0],
    summary: told.summary,
    description: told.description ?? "",
    parameters: (told.parameters ?? []).map((one) => ({
      name: one.name,
      in: one.in,
      isNeeded: one.required,
      text: one.description ?? "",
      example: one.schema?.examples?.[0] ?? "",
    })),
    body: content ? { kind, examples: content.schema.examples ?? [], shape: shape(document, content.schema) } : null,
    answer: answer(document, told.responses),
  };
}

function answer(document, responses) {
  const [status, told] = Object.entries(responses).find(([known]) => known.startsWith("2")) ?? [];
  const schema = Object.values(told?.content ?? {})[0]?.schema;
  return { status, shape: schema ? shape(document, schema) : "" };
}

/** A schema in a few lines, as one would write down an example of it. */
export function shape(document, schema, depth = 0) {
  const known = resolved(document, schema);
  const pad = "  ".repeat(depth + 1);
  if ("const" in known) return JSON.stringify(known.const);
  if (known.enum) return known.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (known.oneOf ?? known.anyOf)
    return [...new Set((known.oneOf ?? known.anyOf).map((one) => shape(document, one, depth)))].join(" | ");
  if (known.type === "array") return `[${known.items ? shape(document, known.items, depth) : "…"}]`;
  if (!known.properties) return known.format ?? known.type ?? "…";
  if (depth >= DEEPEST) return "{…}";
  const fields = Object.entries(known.properties).map(
    ([name, one]) => `${pad}${name}${known.required?.includes(name) ? "" : "?"}: ${shape(document, one, depth + 1)}`,
  );
  return `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}

function resolved(document, schema) {
  if (schema.allOf?.length === 1) return resolved(document, schema.allOf[0]);
  if (!schema.$ref) return schema;
  return resolved(
    document,
    schema.$ref
      .slice(2)
      .split("/")
      .reduce((found, step) => found[step], document),
  );
}

/** The address of a call with its gaps filled. */
export function addressOf(call, values) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams(
    call.parameters.filter((one) => one.in === "query" && values[one.name]).map((one) => [one.name, values[one.name]]),
  ).toString();
  return query ? `${path}?${query}` : path;
}

export function headersOf(call, values, token) {
  const own = call.parameters
    .filter((one) => one.in === "header" && values[one.name])
    .map((one) => [one.name, values[one.name]]);
  return Object.fromEntries([
    ...own,
    ...(token ? [["Authorization", `Bearer ${token}`]] : []),
    ...(call.body ? [["Content-Type", call.body.kind]] : []),
  ]);
}

/** The same for a command line. */
export function curl(call, values, token, body, origin) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const headers = Object.entries(headersOf(call, values, token && "$TOKEN"))
    .map(([name, value]) => ` -H "${name}: ${value}"`)
    .join("");
  const data = call.body ? ` -d ${quoted(body)}` : "";
  return `curl -s${call.method === "GET" || (call.method === "POST" && data) ? "" : ` -X ${call.method}`} ${quoted(origin + addressOf(call, values))}${headers}${data}`;
}
