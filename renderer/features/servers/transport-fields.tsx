// How a server is reached: a program, an address, or a program that prints its address.

import { readServer } from '../../../shared/server-text/command-line.ts';
import { Button } from '../../components/button.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { PairRows, WordRows } from './pair-rows.tsx';
import styles from './server-fields.module.css';
import { type TransportKind, usesHttp } from './server-form.ts';
import { FieldProblem, FormCheck, type FormFields, FormText } from './server-form-parts.tsx';

const transports: readonly { value: TransportKind; label: string; about: string }[] = [
  { value: 'stdio', label: 'Command', about: 'Misfire starts a program and talks to it over stdin and stdout.' },
  { value: 'http', label: 'Address', about: 'Streamable HTTP: one address for everything, the standard since 2025.' },
  { value: 'sse', label: 'Old SSE', about: 'HTTP with a separate event stream, the standard of 2024.' },
  {
    value: 'http-command',
    label: 'Command with HTTP',
    about: 'Misfire starts a program that serves HTTP and prints its address as {"url":"…"} on its first line.',
  },
];

export function TransportFields(fields: FormFields) {
  const { form, set } = fields;
  const isCommand = form.kind === 'stdio' || form.kind === 'http-command';
  return (
    <>
      <div>
        <Segmented label="Transport" value={form.kind} segments={transports} onChange={(kind) => set({ kind })} />
        <p className={styles.about}>{transports.find(({ value }) => value === form.kind)?.about}</p>
      </div>
      {isCommand ? (
        <CommandFields {...fields} />
      ) : (
        <FormText {...{ fields }} of="url" label="Address" className="mono" placeholder="https://example.com/mcp" />
      )}
      {usesHttp(form) && <HeaderFields {...fields} />}
    </>
  );
}

function CommandFields(fields: FormFields) {
  const { form, set, problemAt } = fields;
  return (
    <>
      <FormText
        {...{ fields }}
        of="command"
        label="Program"
        hint="run without a shell"
        className="mono"
        placeholder="npx"
      >
        <SplitLine {...fields} />
      </FormText>
      <WordRows
        label="Arguments"
        hint="one per line"
        one="Argument"
        words={form.args}
        onChange={(args) => set({ args })}
      />
      <FieldProblem words={problemAt('env')}>
        <PairRows
          label="Environment"
          hint="added to Misfire’s own; ${NAME} is filled in at the start"
          one="variable"
          rows={form.env}
          onChange={(env) => set({ env })}
        />
      </FieldProblem>
      <FormText {...{ fields }} of="cwd" label="Working folder" hint="optional" className="mono" />
    </>
  );
}

/** For a whole command line that was pasted into the program. */
function SplitLine({ form, set }: FormFields) {
  const read = form.args.length === 0 && /\s/.test(form.command.trim()) ? readServer(form.command) : null;
  if (read?.kind !== 'stdio' || read.args.length === 0) return null;
  const split = () => {
    const env = Object.entries(read.env).map(([name, value]) => ({ name, value, secret: false, kept: false }));
    set({ command: read.command, args: read.args, env: [...form.env, ...env] });
  };
  return (
    <Button look="quiet" className={styles.addLine} onClick={split}>
      Split into program and arguments
    </Button>
  );
}

function HeaderFields({ form, set, problemAt }: FormFields) {
  return (
    <>
      <FieldProblem words={problemAt('headers')}>
        <PairRows
          label="Headers"
          hint="sent with every request; ${NAME} is filled in from the environment"
          one="header"
          rows={form.headers}
          onChange={(headers) => set({ headers })}
        />
      </FieldProblem>
      <div>
        <FormCheck
          label="Keep credential headers in the log"
          checked={form.keepCredentials}
          onChange={(keepCredentials) => set({ keepCredentials })}
        />
        <p className={styles.about}>Otherwise authorization, cookies and keys are not stored.</p>
      </div>
    </>
  );
}
