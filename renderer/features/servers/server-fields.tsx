// The form for one server, for adding and editing: its name and transport first, everything else folded under headings.

import { Segmented } from '../../components/segmented.tsx';
import { countInWords } from '../../text/format.ts';
import { AnswerRuleField, RootRows } from './answer-rules.tsx';
import { WordRows } from './pair-rows.tsx';
import styles from './server-fields.module.css';
import { type FormEra, type FormProblem, type ServerForm, usesHttp } from './server-form.ts';
import { DialectField, FieldProblem, FormCheck, type FormFields, FormFold, FormText } from './server-form-parts.tsx';
import { TransportFields } from './transport-fields.tsx';

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
  const fields: FormFields = {
    form,
    set: (change) => onChange({ ...form, ...change }),
    problemAt: (place) => problems.find((problem) => problem.place === place)?.words ?? '',
  };
  return (
    <div className={styles.fields}>
      <FormText
        {...{ fields }}
        of="name"
        label="Name"
        hint={suggestion ? 'optional' : undefined}
        placeholder={suggestion}
        maxLength={200}
        autoFocus
      />
      <TransportFields {...fields} />
      <p className={styles.about}>{kept}</p>
      <ProtocolFold {...fields} />
      <LimitsFold {...fields} />
      {usesHttp(form) && <SignInFold {...fields} />}
      <RequestsFold {...fields} />
      <AgentsFold {...fields} />
    </div>
  );
}

const eras: readonly { value: FormEra; label: string; about: string }[] = [
  { value: 'legacy', label: 'Legacy', about: 'Starts with “initialize”, as nearly all servers expect.' },
  {
    value: 'modern',
    label: 'Modern',
    about: 'Revision 2026-07-28: no handshake. Each request carries its own metadata.',
  },
  { value: 'detect', label: 'Detect', about: 'Tries both on the next connection, and keeps the one that works.' },
];

function ProtocolFold(fields: FormFields) {
  const { form, set } = fields;
  return (
    <FormFold title="Protocol" says={form.era === 'legacy' ? '' : form.era} open={false}>
      <div>
        <Segmented label="Era" value={form.era} segments={eras} onChange={(era) => set({ era })} />
        <p className={styles.about}>{eras.find(({ value }) => value === form.era)?.about}</p>
      </div>
      <FormText
        {...{ fields }}
        of="revision"
        label="Revision to ask for"
        hint="empty: the newest of the era"
        className="mono"
        placeholder={form.era === 'modern' ? '2026-07-28' : '2025-11-25'}
      />
      <DialectField value={form.dialect} onChange={(dialect) => set({ dialect })} />
    </FormFold>
  );
}

function LimitsFold(fields: FormFields) {
  const { form, set, problemAt } = fields;
  const limits = ['callSeconds', 'totalSeconds', 'messageMegabytes'] as const;
  return (
    <FormFold title="Limits" says={`${form.callSeconds} s per call`} open={limits.some((limit) => problemAt(limit))}>
      <div className={styles.two}>
        <FormText {...{ fields }} of="callSeconds" label="Call timeout" hint="seconds" inputMode="decimal" />
        <FormText
          {...{ fields }}
          of="totalSeconds"
          label="Maximum time"
          hint="seconds, even with progress"
          inputMode="decimal"
        />
      </div>
      <FormCheck
        label="Progress resets the timeout"
        checked={form.progressExtends}
        onChange={(progressExtends) => set({ progressExtends })}
      />
      <FormText {...{ fields }} of="messageMegabytes" label="Largest message" hint="MB" inputMode="decimal" />
    </FormFold>
  );
}

function SignInFold(fields: FormFields) {
  const { form } = fields;
  return (
    <FormFold title="Sign-in" says={form.clientId ? 'own client' : ''} open={false}>
      <p className={styles.about}>
        Only if the server requires it. If empty, Misfire registers itself and requests the scopes that the server
        names.
      </p>
      <div className={styles.two}>
        <FormText {...{ fields }} of="clientId" label="Client id" hint="optional" className="mono" />
        <FormText
          {...{ fields }}
          of="clientSecret"
          label="Client secret"
          hint={form.clientSecretKept ? 'kept, not shown' : 'optional'}
          type="password"
          autoComplete="new-password"
          className="mono"
          placeholder={form.clientSecretKept ? 'type to replace it' : ''}
        />
      </div>
      <FormText {...{ fields }} of="scope" label="Scope" hint="optional, separated by spaces" className="mono" />
    </FormFold>
  );
}

function RequestsFold({ form, set, problemAt }: FormFields) {
  const places = ['sampling', 'elicitation', 'roots'] as const;
  return (
    <FormFold title="Requests of the server" says={ruleSummary(form)} open={places.some((place) => problemAt(place))}>
      <FieldProblem words={problemAt('roots')}>
        <RootRows roots={form.roots} onChange={(roots) => set({ roots })} />
      </FieldProblem>
      <AnswerRuleField
        label="Sampling"
        about="The server requests text from a language model."
        name="sampling"
        rule={form.sampling}
        problem={problemAt('sampling')}
        onChange={(sampling) => set({ sampling })}
      />
      <AnswerRuleField
        label="Elicitation"
        about="The server asks a person to fill in a form or visit a page."
        name="elicitation"
        rule={form.elicitation}
        problem={problemAt('elicitation')}
        onChange={(elicitation) => set({ elicitation })}
      />
    </FormFold>
  );
}

function ruleSummary({ roots, sampling, elicitation }: ServerForm): string {
  const rules = [
    roots.length > 0 ? countInWords(roots.length, 'root') : '',
    sampling.kind === 'ask' ? '' : `sampling: ${sampling.kind}`,
    elicitation.kind === 'ask' ? '' : `elicitation: ${elicitation.kind}`,
  ];
  return rules.filter(Boolean).join(', ') || 'asks you';
}

function AgentsFold({ form: { agentTools }, set }: FormFields) {
  return (
    <FormFold title="What agents may call" says={agentTools.join(', ')} open={false}>
      <p className={styles.about}>
        Agents (misfire mcp) cannot call tools that this server marks as destructive, except the tools listed here.
      </p>
      <WordRows
        label="Destructive tools"
        hint="one per line"
        one="Tool"
        words={agentTools}
        onChange={(names) => set({ agentTools: names })}
      />
    </FormFold>
  );
}
