// What one table row says about a failure, with its weight and its path.

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
