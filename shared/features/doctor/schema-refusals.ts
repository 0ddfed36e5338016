// A tool whose schema the model service behind a client refuses, according to the service's documentation.

export interface SchemaRefusal {
  tool: string;
  why: string;
  fix: string;
  /** A repaired schema exists. */
  hasRepair: boolean;
}
