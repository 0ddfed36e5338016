// Environment variables that a server misses: where a value could come from and where it is kept. Values that a person did not type
// never reach a window. Owns these shapes.

import { z } from 'zod';

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/, 'This is no name of an environment variable.');

/** `environment`: Misfire's own. `shell`: the login shell has it and Misfire does not. `file`: a .env file of the server. */
export const variableSources = ['environment', 'shell', 'file'] as const;
export type VariableSource = (typeof variableSources)[number];

export const variableNamesSchema = z.array(variableName).min(1).max(20);

/** By name: what was typed, or where it is to be taken from. */
export const variableValuesSchema = z.record(
  variableName,
  z.union([z.object({ value: z.string().min(1).max(100_000) }), z.object({ from: z.enum(variableSources) })]),
);
export type VariableValues = z.infer<typeof variableValuesSchema>;

/** `run`: until Misfire is closed, and written nowhere. */
export const variableKeeping = ['server', 'run'] as const;
export type VariableKeeping = (typeof variableKeeping)[number];

/** A value that is there, by name only. */
export interface VariableOffer {
  name: string;
  from: VariableSource;
  /** The file; '' for others. */
  path: string;
}

/** The client's entry of a server, to write variables into. */
export interface ClientTarget {
  client: string;
  path: string;
  /** When the client notices a change, as a sentence. */
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
