// Which calls a scenario of the official suite wants, for both clients under test.

/** The suite says which revision its server speaks. */
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

/** Values that fit the schema. A schema that is asked for is the first one that the server listed. */
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
