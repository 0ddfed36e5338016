// What one row of a table says of a failure, with how much it counts and where it was found.

import type { Row } from '../../dialects/compile.ts';
import type { FailureClass } from '../../failure.ts';
import type { Json } from '../../json/json.ts';

export interface Vote {
  class: FailureClass;
  strength: number;
  row: Row;
  path: string;
  value: Json;
}
