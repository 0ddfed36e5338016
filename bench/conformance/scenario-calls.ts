// The calls that a scenario of the official suite requires, for both clients under test.

/** The suite names its server's revision. */
export const isModern = (process.env.MCP_CONFORMANCE_PROTOCOL_VERSION ?? '') >= '2026-07-28';

export interface PlannedCall {
  name: string;
  args: Record<string, unknown>;
}

const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}') as {
  toolCalls?: { name: string; arguments: Record<string, unknown> }[];
};

/** null: the scenario names none, so every tool is called. */
export const plannedCalls: readonly PlannedCall[] | null =
  context.toolCalls?.map(({ name, arguments: args }) => ({ name, args })) ?? null;

interface Schema {
  properties?: Record<string, { type?: string }>;
}

/** Values that match the schema. If a schema is requested, it is the first that the server listed. */
export function argumentsFor({ properties }: Schema, all: readonly Schema[]): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties ?? {}).map(([name, { type }]) => [
      name,
      type === 'number' || type === 'integer'
        ? 5
        : type === 'boolean'
          ? true
          : type === 'object'
            ? name === 'schema'
              ? all[0]
              : {}
            : type === 'array'
              ? []
              : 'text',
    ]),
  );
}
