// Environment variables that a server lacks: where a value could come from and where it is stored. Values that the user did not type
// never reach a window. Owns these shapes.

import { z } from 'zod';

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'This is not a valid name of an environment variable.');

/** `environment`: Misfire's own. `shell`: set in the login shell but not in Misfire. `file`: a .env file of the server. */
const variableSources = ['environment', 'shell', 'file'] as const;
export type VariableSource = (typeof variableSources)[number];

export const variableNamesSchema = z.array(variableName).max(20);

/** By name: the typed value, or where to read it from. */
export const variableValuesSchema = z.record(
  variableName,
  z.union([z.object({ value: z.string().min(1).max(100_000) }), z.object({ from: z.enum(variableSources) })]),
);
export type VariableValues = z.infer<typeof variableValuesSchema>;

/** `run`: until Misfire closes, never written to disk. */
export const variableKeeping = ['server', 'run'] as const;
export type VariableKeeping = (typeof variableKeeping)[number];

/** An available value, by name only. */
export interface VariableOffer {
  name: string;
  from: VariableSource;
  /** The file; '' for other kinds. */
  path: string;
}

/** The client's entry of a server, where variables can be written. */
export interface ClientTarget {
  client: string;
  path: string;
  /** When the client picks up a change, as a sentence. */
  whenRead: string;
  /** Why it cannot be written; '' otherwise. */
  why: string;
  /** The names of variables that Misfire wrote there. */
  saved: string[];
}

export interface VariablesChange extends ClientTarget {
  /** Without the values. */
  lines: { sign: '-' | '+'; line: number; text: string }[];
  notes: string[];
}
