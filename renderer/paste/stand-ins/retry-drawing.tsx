// No drawing: the page is limited in size, and pasted messages rarely have a second attempt. The sentence and its values remain.

import type { RetryDrawing as AppRetryDrawing } from '../../retry/retry-drawing.tsx';

export const RetryDrawing: typeof AppRetryDrawing = () => <></>;
