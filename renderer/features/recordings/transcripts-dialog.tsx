// The transcripts that clients keep on this machine. The list reads none of them; a click counts failures or reads one.

import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { TranscriptView } from '../../../shared/api/transcripts.ts';
import { nameOfClient, transcriptClientIds } from '../../../shared/clients/clients.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { closeDialog, openDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { countedWords } from '../../text/counted-words.ts';
import { bytesWords, clock, countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import { readTranscript } from './read-transcript.ts';
import styles from './transcripts-dialog.module.css';
import { useKeptWords } from './use-kept-words.ts';

export function TranscriptsDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'transcripts');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Transcripts"
      about="What clients on this machine wrote about their calls and servers. A file is read when you choose it."
      width={820}
    >
      {open && <Transcripts />}
    </Dialog>
  );
}

/** A longer list takes long to draw; the newest matter most. */
const shown = 200;

function Transcripts() {
  const model = useModel();
  const [found, setFound] = useState<TranscriptView[] | null>(null);
  const [problem, setProblem] = useState('');
  const [isListed, setIsListed] = useState(true);
  const look = useCallback(async () => {
    setFound(null);
    const answer = await model.platform.call('transcripts', {});
    setProblem(answer.ok ? '' : answer.error.message);
    setIsListed(answer.ok);
    setFound(answer.ok ? answer.value.transcripts : []);
  }, [model]);
  useEffect(() => void look(), [look]);
  const listed = useMemo(() => byClient((found ?? []).slice(0, shown)), [found]);
  const { figures, counting, countAll, stopCounting } = useFigures(listed);
  const read = async (transcript: TranscriptView) => {
    const refusal = await readTranscript(model, transcript);
    if (refusal === '') return closeDialog(model);
    // It may be gone.
    await look();
    setProblem(refusal);
  };
  return (
    <div className={styles.body}>
      <div className={styles.top}>
        <p role="status">{counting ?? (found === null ? 'Looking for transcripts…' : summaryOf(found, isListed))}</p>
        {listed.length > 0 && (
          <Button onClick={() => (counting === null ? void countAll() : stopCounting())}>
            {counting === null ? 'Count failed calls' : 'Stop counting'}
          </Button>
        )}
        <Button onClick={() => void look()}>
          <RefreshCw size={14} aria-hidden="true" /> Look again
        </Button>
      </div>
      {problem && (
        <p className={styles.problem} role="alert">
          {visibleLine(problem)}
        </p>
      )}
      {listed.length > 0 && (
        <table className={styles.list}>
          <thead>
            <tr>
              <th scope="col">Client</th>
              <th scope="col">Project or server</th>
              <th scope="col">Last written</th>
              <th scope="col">Size</th>
              <th scope="col">Failures</th>
              <th scope="col">
                <span className="visually-hidden">Action</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {listed.map((transcript) => (
              <Line
                key={transcript.file}
                transcript={transcript}
                figure={figures.get(transcript.file) ?? null}
                onRead={() => void read(transcript)}
              />
            ))}
          </tbody>
        </table>
      )}
      <Privacy />
    </div>
  );
}

/** The client that wrote last comes first; of each client transcripts before logs, the newest first. */
function byClient(newestFirst: readonly TranscriptView[]): TranscriptView[] {
  return [...Map.groupBy(newestFirst, ({ client }) => client).values()].flatMap((own) => {
    const [logs = [], transcripts = []] = [true, false].map((isLog) =>
      own.filter(({ kind }) => (kind === 'log') === isLog),
    );
    return [...transcripts, ...logs];
  });
}

interface LineProps {
  transcript: TranscriptView;
  figure: Figure | null;
  onRead: () => void;
}

function Line({ transcript, figure, onRead }: LineProps) {
  const { client, kind, project, file, at, bytes } = transcript;
  const { day, time } = clock(at);
  const when = visibleLine(`${day} ${time}`);
  return (
    <tr>
      <th scope="row">{visibleLine(kind === 'log' ? `${client} log` : client)}</th>
      <td className={styles.project} title={visibleLine(file)}>
        {project === '' ? '—' : visibleLine(project)}
      </td>
      <td>{when}</td>
      <td className={styles.number}>{bytesWords(bytes)}</td>
      <td className={styles.number} title={figure?.why}>
        {figure?.words ?? '—'}
      </td>
      <td>
        <Button aria-label={`Read the ${kind} of ${visibleLine(client)}, ${when}`} onClick={onRead}>
          Read
        </Button>
      </td>
    </tr>
  );
}

interface Figure {
  words: string;
  /** Why there is none. */
  why?: string;
}

/** One after the other, so that closing the dialog leaves at most one running. */
function useFigures(listed: readonly TranscriptView[]) {
  const { platform } = useModel();
  const [figures, setFigures] = useState<ReadonlyMap<string, Figure>>(new Map());
  const [counting, setCounting] = useState<string | null>(null);
  const isGone = useRef(false);
  const isStopped = useRef(false);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
    };
  }, []);
  const countAll = async () => {
    isStopped.current = false;
    for (const [index, { file }] of listed.entries()) {
      if (isGone.current) return;
      if (isStopped.current) break;
      setCounting(`Counting failed calls, ${index + 1} of ${listed.length}…`);
      const answer = await platform.call('countTranscript', { file });
      const figure = answer.ok ? figureOf(answer.value) : { words: 'cannot be read', why: answer.error.message };
      setFigures((known) => new Map(known).set(file, figure));
    }
    setCounting(null);
  };
  const stopCounting = () => {
    isStopped.current = true;
  };
  return { figures, counting, countAll, stopCounting };
}

const figureOf = ({ calls, ...counted }: { calls: number; failedCalls: number; causes: number }): Figure => ({
  words: calls === 0 ? 'no MCP calls' : `${countInWords(calls, 'call')}, ${countedWords({ ...counted, expected: 0 })}`,
});

function Privacy() {
  const model = useModel();
  const kept = useKeptWords();
  return (
    <div className={styles.privacy}>
      <p>
        Misfire takes in calls to MCP servers: arguments, times and results. Prompts, other tools and folders stay out.
        {kept === '' ? '' : ` What is read becomes a recording and is kept ${kept}.`}
      </p>
      <Button onClick={() => openDialog(model, 'recordings')}>Delete or keep recordings…</Button>
    </div>
  );
}

function summaryOf(found: readonly TranscriptView[], isListed: boolean): string {
  if (!isListed) return 'The transcripts could not be listed.';
  if (found.length === 0)
    return `No transcripts or MCP logs of ${transcriptClientIds().map(nameOfClient).join(', ')} are on this machine.`;
  const clients = new Set(found.map(({ client }) => client)).size;
  const logs = found.filter(({ kind }) => kind === 'log').length;
  const kinds = [
    ...(found.length > logs ? [countInWords(found.length - logs, 'transcript')] : []),
    ...(logs > 0 ? [countInWords(logs, 'MCP log')] : []),
  ];
  const words = `${kinds.join(' and ')} of ${countInWords(clients, 'client')}`;
  return found.length > shown ? `${words}, the newest ${shown} are listed` : words;
}
