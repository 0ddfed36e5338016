// The host of `npm run dev`, from its sources: what `misfire serve` does, for a page that Vite serves (dev.ts).

import { serve } from '../hosts/cli/serve-command.ts';

process.exitCode = await serve({ ...JSON.parse(process.env.MISFIRE_DEV_HOST ?? ''), open: false, json: false });
