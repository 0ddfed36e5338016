// The host of `npm run dev`, from its sources: what `misfire serve` does, for a page that Vite serves (dev.ts).

import { processIo } from '../hosts/cli/process-io.ts';
import { serve } from '../hosts/cli/serve-command.ts';
import { CommandRun } from '../hosts/cli/terminal/command-run.ts';

const run = new CommandRun(processIo());
process.exitCode = await serve(run, { ...JSON.parse(process.env.MISFIRE_DEV_HOST ?? ''), open: false, json: false });
