// `npm start`: what `misfire` without a command does, in a checkout. The command itself is in hosts/cli/start-command.ts.

import './misfire.ts';
