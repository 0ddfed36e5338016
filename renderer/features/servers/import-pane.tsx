// Configurations of other programs on this machine, by program. Read-only; nothing is preselected.

import { FolderSearch, RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import type { ClientConfig } from '../../../shared/server/connecting.ts';
import type { ServerConfig } from '../../../shared/server/server-config.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { PathText } from '../../components/path-text.tsx';
import { useModel } from '../../model/model.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './add-server-dialog.module.css';
import { type FoundChoice, FoundList } from './found-list.tsx';
import { toggled } from './paste-pane.tsx';

interface Program extends Omit<ClientConfig, 'servers'> {
  choices: FoundChoice[];
}

export function ImportPane({ onChoose }: { onChoose: (configs: ServerConfig[]) => void }) {
  const { platform } = useModel();
  const [programs, setPrograms] = useState<Program[] | null>(null);
  const [problem, setProblem] = useState('');
  const [folder, setFolder] = useState('');
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());

  const look = useCallback(
    async (within: string) => {
      setPrograms(null);
      setProblem('');
      setTicked(new Set());
      const answer = await platform.call('findServers', within === '' ? {} : { folder: within });
      setPrograms(answer.ok ? answer.value.configs.map(toProgram) : []);
      if (!answer.ok) setProblem(answer.error.message);
    },
    [platform],
  );
  useEffect(() => void look(''), [look]);

  const choices = useMemo(() => (programs ?? []).flatMap((program) => program.choices), [programs]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onChoose is the caller's setter.
  useLayoutEffect(() => {
    onChoose(choices.filter(({ key }) => ticked.has(key)).map(({ found }) => found.config));
  }, [choices, ticked]);

  return (
    <>
      <div className={styles.look}>
        <TextField
          label="Look in a project folder too"
          hint="for its .mcp.json and .vscode/mcp.json"
          className="mono"
          value={folder}
          placeholder="/home/me/project"
          onChange={(event) => setFolder(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            void look(folder.trim());
          }}
        />
        <Button onClick={() => look(folder.trim())} disabled={programs === null}>
          {folder.trim() === '' ? (
            <RefreshCw size={14} aria-hidden="true" />
          ) : (
            <FolderSearch size={14} aria-hidden="true" />
          )}
          {folder.trim() === '' ? 'Look again' : 'Look'}
        </Button>
      </div>
      {programs === null && (
        <p className={styles.note} role="status">
          Looking at the settings of other programs…
        </p>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
      {programs?.length === 0 && !problem && (
        <div className={styles.nothing}>
          <b>No servers found</b>
          <p>Misfire looked where Claude, Cursor, VS Code, Windsurf and Zed keep theirs. Paste a command instead.</p>
        </div>
      )}
      {programs?.map((program) => (
        <ProgramGroup
          key={program.path}
          program={program}
          ticked={ticked}
          onToggle={(key) => setTicked(toggled(ticked, key))}
          onAll={(keys, on) =>
            setTicked(on ? new Set([...ticked, ...keys]) : new Set([...ticked].filter((key) => !keys.includes(key))))
          }
        />
      ))}
    </>
  );
}

function ProgramGroup({
  program,
  ticked,
  onToggle,
  onAll,
}: {
  program: Program;
  ticked: ReadonlySet<string>;
  onToggle: (key: string) => void;
  onAll: (keys: string[], on: boolean) => void;
}) {
  const fresh = program.choices.filter(({ found }) => !found.known).map(({ key }) => key);
  const all = fresh.length > 0 && fresh.every((key) => ticked.has(key));
  return (
    <section className={styles.program} aria-label={program.client}>
      <header className={styles.programHead}>
        <h3>
          {visibleLine(program.client)}{' '}
          <span className={styles.count}>{countInWords(program.choices.length, 'server')}</span>
        </h3>
        {fresh.length > 1 && (
          <Button look="quiet" onClick={() => onAll(fresh, !all)}>
            {all ? 'None' : 'All new ones'}
          </Button>
        )}
      </header>
      <p className={`${styles.path} mono`}>
        <PathText text={program.path} />
      </p>
      {program.problem && <p className={styles.warning}>{visibleLine(program.problem)}</p>}
      <FoundList choices={program.choices} chosen={ticked} onToggle={onToggle} />
    </section>
  );
}

function toProgram({ servers, ...rest }: ClientConfig): Program {
  return {
    ...rest,
    choices: servers.map((found, index) => ({ key: `${rest.path}#${index}`, found })),
  };
}
