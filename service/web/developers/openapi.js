// Reads the OpenAPI document: which calls there are, what they take, and what they answer. Pure.

/** @typedef {{ name: string, in: string, isNeeded: boolean, text: string, example: unknown }} Parameter */
/**
 * @typedef {object} Call
 * @property {string} id
 * @property {string} method
 * @property {string} path
 * @property {string} tag
 * @property {string} summary
 * @property {string} description
 * @property {Parameter[]} parameters
 * @property {{ kind: string, examples: unknown[], shape: string } | null} body
 * @property {{ status: string, shape: string }} answer
 */
/** @typedef {Record<string, string>} Values what is filled in, by the names of the parameters */

const METHODS = ["get", "post", "put", "patch", "delete"];
const DEEPEST = 4; // levels of an answer that are shown

/**
 * Every call of the API.
 * @param {any} document
 * @returns {Call[]}
 */
export const calls = (document) =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    METHODS.filter((method) => methods[method]).map((method) => callOf(document, path, method, methods[method])),
  );

/** @type {(document: any, path: string, method: string, operation: any) => Call} */
function callOf(document, path, method, operation) {
  const [kind, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
  return {
    id: `${method} ${path}`,
    method: method.toUpperCase(),
    path,
    tag: operation.tags[0],
    summary: operation.summary,
    description: operation.description ?? "",
    parameters: (operation.parameters ?? []).map(parameterOf),
    body:
      kind && content
        ? { kind, examples: content.schema.examples ?? [], shape: shape(document, content.schema) }
        : null,
    answer: answerOf(document, operation.responses),
  };
}

/** @type {(parameter: any) => Parameter} */
const parameterOf = (parameter) => ({
  name: parameter.name,
  in: parameter.in,
  isNeeded: parameter.required,
  text: parameter.description ?? "",
  example: parameter.schema?.examples?.[0] ?? "",
});

/** @type {(document: any, responses: Record<string, any>) => Call["answer"]} */
function answerOf(document, responses) {
  const [status = "", response] = Object.entries(responses).find(([code]) => code.startsWith("2")) ?? [];
  const [content] = Object.values(response?.content ?? {});
  return { status, shape: content?.schema ? shape(document, content.schema) : "" };
}

/**
 * A schema in a few lines, as one would write down an example of it.
 * @param {any} document
 * @param {any} reference
 * @returns {string}
 */
export function shape(document, reference, depth = 0) {
  const schema = resolved(document, reference);
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((/** @type {unknown} */ value) => JSON.stringify(value)).join(" | ");
  /** @type {any[]} */
  const choices = schema.oneOf ?? schema.anyOf;
  if (choices) return [...new Set(choices.map((choice) => shape(document, choice, depth)))].join(" | ");
  if (schema.type === "array") return `[${schema.items ? shape(document, schema.items, depth) : "…"}]`;
  return schema.properties ? objectShape(document, schema, depth) : (schema.format ?? schema.type ?? "…");
}

/** @type {(document: any, schema: any, depth: number) => string} */
function objectShape(document, schema, depth) {
  if (depth >= DEEPEST) return "{…}";
  const pad = "  ".repeat(depth + 1);
  const fields = Object.entries(schema.properties).map(([name, property]) => {
    const sign = schema.required?.includes(name) ? "" : "?";
    return `${pad}${name}${sign}: ${shape(document, property, depth + 1)}`;
  });
  return `{\n${fields.join("\n")}\n${"  ".repeat(depth)}}`;
}

/** @type {(document: any, schema: any) => any} */
function resolved(document, schema) {
  if (schema.allOf?.length === 1) return resolved(document, schema.allOf[0]);
  if (!schema.$ref) return schema;
  /** @type {string[]} */
  const steps = schema.$ref.slice(2).split("/");
  return resolved(
    document,
    steps.reduce((branch, step) => branch[step], document),
  );
}

/** @type {(call: Call, place: string, values: Values) => [name: string, value: string][]} */
const filled = (call, place, values) =>
  call.parameters
    .filter((parameter) => parameter.in === place && values[parameter.name])
    .map(({ name }) => [name, values[name]]);

/**
 * The address of a call with its gaps filled.
 * @param {Call} call
 * @param {Values} values
 */
export function addressOf(call, values) {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ""));
  const query = new URLSearchParams(filled(call, "query", values)).toString();
  return query ? `${path}?${query}` : path;
}

/**
 * @param {Call} call
 * @param {Values} values
 * @param {string} token
 * @returns {Record<string, string>}
 */
export function headersOf(call, values, token) {
  return {
    ...Object.fromEntries(filled(call, "header", values)),
    ...(token ? { Authorization: `Bearer ${token}` } : {}),
    ...(call.body ? { "Content-Type": call.body.kind } : {}),
  };
}

/**
 * The same for a command line.
 * @param {Call} call
 * @param {Values} values
 * @param {string} token
 * @param {string} body
 * @param {string} origin
 */
export function curl(call, values, token, body, origin) {
  const quoted = (/** @type {string} */ text) => `'${text.replaceAll("'", "'\\''")}'`;
  const isUsual = call.method === "GET" || (call.method === "POST" && call.body);
  const method = isUsual ? "" : ` -X ${call.method}`;
  const headers = Object.entries(headersOf(call, values, token && "$TOKEN"));
  const written = headers.map(([name, value]) => ` -H "${name}: ${value}"`).join("");
  const data = call.body ? ` -d ${quoted(body)}` : "";
  return `curl -s${method} ${quoted(origin + addressOf(call, values))}${written}${data}`;
}
