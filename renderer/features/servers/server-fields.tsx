// The form for one server, for adding and editing: the transport first, everything else folded under headings.

import { readServer } from '../../../shared/server-text/command-line.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Segmented } from '../../components/segmented.tsx';
import { AnswerRuleField, RootRows } from './answer-rules.tsx';
import { PairRows, WordRows } from './pair-rows.tsx';
import styles from './server-fields.module.css';
import {
  canKeepCredentials,
  type FormEra,
  type FormPlace,
  type FormProblem,
  type ServerForm,
  type TransportKind,
} from './server-form.ts';
import { DialectField, FieldProblem, FormCheck, FormFold } from './server-form-parts.tsx';

const transports: readonly { value: TransportKind; label: string; about: string }[] = [
  { value: 'stdio', label: 'Command', about: 'Misfire starts a program and talks to it over stdin and stdout.' },
  { value: 'http', label: 'Address', about: 'Streamable HTTP: one address for everything, the usual way since 2025.' },
  { value: 'sse', label: 'Old SSE', about: 'HTTP with a separate event stream, as servers did it in 2024.' },
  {
    value: 'http-command',
    label: 'Command with HTTP',
    about: 'Misfire starts a program that serves HTTP and prints its address as {"url":"…"} on its first line.',
  },
];

const eraWords: Record<FormEra, string> = {
  legacy: 'Shakes hands with “initialize”. Right for nearly all servers of today.',
  modern: 'Revision 2026-07-28: no handshake, every request says all it needs.',
  detect: 'Asks the server at the next connecting, in rows that you can see, and keeps what it finds.',
};

interface FieldsProps {
  form: ServerForm;
  problems: readonly FormProblem[];
  /** Where secret values are stored, in a sentence. */
  kept: string;
  onChange: (form: ServerForm) => void;
  /** The default name; '' if a name is required. */
  suggestion?: string;
}

export function ServerFields({ form, problems, kept, onChange, suggestion = '' }: FieldsProps) {
  const set = (change: Partial<ServerForm>) => onChange({ ...form, ...change });
  const text = (name: keyof ServerForm) => (event: { target: { value: string } }) =>
    set({ [name]: event.target.value } as Partial<ServerForm>);
  const at = (place: FormPlace) => problems.find((problem) => problem.place === place)?.words ?? '';
  const isCommand = form.kind === 'stdio' || form.kind === 'http-command';
  const hasHeaders = form.kind !== 'stdio';
  const transport = transports.find(({ value }) => value === form.kind)!;
  return (
    <div className={styles.fields}>
      <FieldProblem words={at('name')}>
        <TextField
          label="Name"
          hint={suggestion ? 'optional' : undefined}
          placeholder={suggestion}
          autoFocus
          value={form.name}
          onChange={text('name')}
          maxLength={200}
        />
      </FieldProblem>
      <div>
        <Segmented
          label="How it is reached"
          value={form.kind}
          segments={transports}
          onChange={(kind) => set({ kind })}
        />
        <p className={styles.about}>{transport.about}</p>
      </div>
      {isCommand ? (
        <>
          <FieldProblem words={at('command')}>
            <TextField
              label="Program"
              hint="run without a shell"
              className="mono"
              value={form.command}
              onChange={text('command')}
              placeholder="npx"
            />
            <SplitLine form={form} set={set} />
          </FieldProblem>
          <WordRows
            label="Arguments"
            hint="one per line"
            one="Argument"
            words={form.args}
            onChange={(args) => set({ args })}
          />
          <FieldProblem words={at('env')}>
            <PairRows
              label="Environment"
              hint="added to Misfire’s own; ${NAME} is filled in at the start"
              one="variable"
              rows={form.env}
              onChange={(env) => set({ env })}
            />
          </FieldProblem>
          <TextField label="Working folder" hint="optional" className="mono" value={form.cwd} onChange={text('cwd')} />
        </>
      ) : (
        <FieldProblem words={at('url')}>
          <TextField
            label="Address"
            className="mono"
            value={form.url}
            onChange={text('url')}
            placeholder="https://example.com/mcp"
          />
        </FieldProblem>
      )}
      {hasHeaders && (
        <FieldProblem words={at('headers')}>
          <PairRows
            label="Headers"
            hint="sent with every request; ${NAME} is filled in from the environment"
            one="header"
            rows={form.headers}
            onChange={(headers) => set({ headers })}
          />
        </FieldProblem>
      )}
      {hasHeaders && canKeepCredentials && (
        <div>
          <FormCheck
            label="Keep credential headers in the log"
            checked={form.keepCredentials}
            onChange={(keepCredentials) => set({ keepCredentials })}
          />
          <p className={styles.about}>Otherwise authorization, cookies and keys are not stored at all.</p>
        </div>
      )}
      <p className={styles.about}>{kept}</p>
      <FormFold title="Protocol" says={form.era === 'legacy' ? '' : form.era} open={false}>
        <div>
          <Segmented
            label="Era"
            value={form.era}
            onChange={(era) => set({ era })}
            segments={[
              { value: 'legacy', label: 'Legacy' },
              { value: 'modern', label: 'Modern' },
              { value: 'detect', label: 'Detect' },
            ]}
          />
          <p className={styles.about}>{eraWords[form.era]}</p>
        </div>
        <TextField
          label="Revision to ask for"
          hint="empty: the newest of the era"
          className="mono"
          value={form.revision}
          onChange={text('revision')}
          placeholder={form.era === 'modern' ? '2026-07-28' : '2025-11-25'}
        />
        <DialectField value={form.dialect} onChange={(dialect) => set({ dialect })} />
      </FormFold>
      <FormFold title="Limits" says={`${form.callSeconds} s a call`} open={Boolean(limitProblem(at))}>
        <div className={styles.two}>
          <FieldProblem words={at('callSeconds')}>
            <TextField
              label="Call timeout"
              hint="seconds"
              inputMode="decimal"
              value={form.callSeconds}
              onChange={text('callSeconds')}
            />
          </FieldProblem>
          <FieldProblem words={at('totalSeconds')}>
            <TextField
              label="Maximum time"
              hint="seconds, even with progress"
              inputMode="decimal"
              value={form.totalSeconds}
              onChange={text('totalSeconds')}
            />
          </FieldProblem>
        </div>
        <FormCheck
          label="Progress resets the timeout"
          checked={form.progressExtends}
          onChange={(progressExtends) => set({ progressExtends })}
        />
        <FieldProblem words={at('messageMegabytes')}>
          <TextField
            label="Largest message that is read whole"
            hint="MB"
            inputMode="decimal"
            value={form.messageMegabytes}
            onChange={text('messageMegabytes')}
          />
        </FieldProblem>
      </FormFold>
      {hasHeaders && (
        <FormFold title="Sign-in" says={form.clientId ? 'own client' : ''} open={false}>
          <p className={styles.about}>
            Only where the server wants one. Left empty, Misfire registers itself and asks for what the server names.
          </p>
          <div className={styles.two}>
            <TextField
              label="Client id"
              hint="optional"
              className="mono"
              value={form.clientId}
              onChange={text('clientId')}
            />
            <ClientSecret form={form} set={set} />
          </div>
          <TextField
            label="Scope"
            hint="optional, words with spaces between"
            className="mono"
            value={form.scope}
            onChange={text('scope')}
          />
        </FormFold>
      )}
      <FormFold
        title="What the server may ask"
        says={ruleSummary(form)}
        open={Boolean(at('sampling') || at('elicitation') || at('roots'))}
      >
        <FieldProblem words={at('roots')}>
          <RootRows roots={form.roots} onChange={(roots) => set({ roots })} />
        </FieldProblem>
        <AnswerRuleField
          label="Sampling"
          about="The server asks for a text from a language model."
          name="sampling"
          rule={form.sampling}
          problem={at('sampling')}
          onChange={(sampling) => set({ sampling })}
        />
        <AnswerRuleField
          label="Elicitation"
          about="The server asks a person to fill in a form or visit a page."
          name="elicitation"
          rule={form.elicitation}
          problem={at('elicitation')}
          onChange={(elicitation) => set({ elicitation })}
        />
      </FormFold>
      <FormFold
        title="What agents may call"
        says={form.agentTools.length === 0 ? '' : form.agentTools.join(', ')}
        open={false}
      >
        <p className={styles.about}>
          Agents that use Misfire (misfire mcp) are refused tools that this server marks as destructive, but for those
          that are named here.
        </p>
        <WordRows
          label="Destructive tools"
          hint="one a line"
          one="Tool"
          words={form.agentTools}
          onChange={(agentTools) => set({ agentTools })}
        />
      </FormFold>
      {at('form') && <p className={styles.problem}>{at('form')}</p>}
    </div>
  );
}

const limitProblem = (at: (place: FormPlace) => string): string =>
  at('callSeconds') || at('totalSeconds') || at('messageMegabytes');

function ruleSummary(form: ServerForm): string {
  const said = [
    form.roots.length > 0 ? `${form.roots.length} ${form.roots.length === 1 ? 'root' : 'roots'}` : '',
    form.sampling.kind === 'ask' ? '' : `sampling: ${form.sampling.kind}`,
    form.elicitation.kind === 'ask' ? '' : `elicitation: ${form.elicitation.kind}`,
  ].filter(Boolean);
  return said.join(', ') || 'asks you';
}

/** The user pasted a whole command line in the program field. */
function SplitLine({ form, set }: { form: ServerForm; set: (change: Partial<ServerForm>) => void }) {
  const read = form.args.length === 0 && /\s/.test(form.command.trim()) ? readServer(form.command) : null;
  if (read?.kind !== 'stdio' || read.args.length === 0) return null;
  const split = () => {
    const env = Object.entries(read.env).map(([name, value]) => ({ name, value, secret: false, kept: false }));
    set({ command: read.command, args: read.args, env: [...form.env, ...env] });
  };
  return (
    <Button look="quiet" className={styles.addLine} onClick={split}>
      This looks like a whole line. Split it into program and arguments
    </Button>
  );
}

function ClientSecret({ form, set }: { form: ServerForm; set: (change: Partial<ServerForm>) => void }) {
  return (
    <TextField
      label="Client secret"
      hint={form.clientSecretKept ? 'kept, not shown' : 'optional'}
      type="password"
      autoComplete="new-password"
      className="mono"
      placeholder={form.clientSecretKept ? 'type to replace it' : ''}
      value={form.clientSecret}
      onChange={(event) => set({ clientSecret: event.target.value })}
    />
  );
}
