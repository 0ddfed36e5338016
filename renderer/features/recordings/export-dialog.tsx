// Export: the content, the format, and what is masked. Nothing is saved before the user has seen that list.

import { Download } from 'lucide-react';
import { ToggleGroup } from 'radix-ui';
import { useEffect, useRef, useState } from 'react';
import type { ExportOptions } from '../../../shared/api/capture-methods.ts';
import type { ExportPreview } from '../../../shared/api/views.ts';
import { leftOutWords } from '../../../shared/filter/left-out.ts';
import { checkPattern } from '../../../shared/mask/masker.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { TextArea } from '../../components/field.tsx';
import { closeDialog, useDialogs } from '../../model/dialogs.ts';
import { useModel } from '../../model/model.ts';
import { say } from '../../model/notices.ts';
import { preferencesOf } from '../../model/preferences.ts';
import { useTimeline } from '../../model/timeline.ts';
import { countInWords } from '../../text/format.ts';
import { visibleLine } from '../../text/visible-text.ts';
import styles from './recordings.module.css';
import { saveExport } from './save-export.ts';

const formats: { format: ExportOptions['format']; label: string; about: string }[] = [
  {
    format: 'jsonl',
    label: 'Capture',
    about: 'Every message, byte for byte. Misfire opens it again, and so does any text tool.',
  },
  {
    format: 'html',
    label: 'Report',
    about:
      'One page to explore: failures in groups, the timeline with its filter, every card. Opens offline in any browser.',
  },
  { format: 'har', label: 'HAR', about: 'For browsers’ developer tools and other HTTP tools.' },
];

export function ExportDialog() {
  const model = useModel();
  const open = useDialogs((state) => state.open === 'export');
  return (
    <Dialog
      open={open}
      onClose={() => closeDialog(model)}
      title="Export"
      about="A file to keep or to share. Secrets are masked in it."
      width={640}
    >
      {open && <ExportForm />}
    </Dialog>
  );
}

function ExportForm() {
  const model = useModel();
  const filter = useTimeline((state) => state.filter.trim());
  const leftOut = leftOutWords(useTimeline((state) => state.cutBursts));
  const [format, setFormat] = useState<ExportOptions['format']>('jsonl');
  const [part, setPart] = useState(filter !== '');
  // What is masked on the screen is masked in the file too.
  const [patterns, setPatterns] = useState(() => preferencesOf(model).getState().maskPatterns.join('\n'));
  const [keep, setKeep] = useState<string[]>([]);
  const [preview, setPreview] = useState<ExportPreview | null>(null);
  /** Separate for preview and save: the result of one must not hide the other's error. */
  const [unseen, setUnseen] = useState('');
  const [unsaved, setUnsaved] = useState('');
  const [busy, setBusy] = useState('');
  const lines = patterns
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  const wrong = lines.map((line) => [line, checkPattern(line)] as const).find(([, why]) => why !== null);
  const wanted = JSON.stringify({ format, filter: part ? filter : '', patterns: wrong ? [] : lines, keep: [] });

  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const answer = await model.platform.call('previewExport', JSON.parse(wanted) as ExportOptions);
      if (!current) return;
      setUnseen(answer.ok ? '' : answer.error.message);
      if (answer.ok) setPreview(answer.value);
    }, 250);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [model, wanted]);

  const working = useRef(new AbortController());
  // Closing the dialog cancels its work.
  useEffect(() => () => working.current.abort(), []);
  const save = async () => {
    const { signal } = working.current;
    setUnsaved('');
    const options = { ...(JSON.parse(wanted) as ExportOptions), keep };
    const failed = await saveExport(model, options, setBusy, signal);
    if (signal.aborted) return say(model, failed);
    setBusy('');
    if (failed) setUnsaved(failed);
    else closeDialog(model);
  };
  const problem = unsaved || unseen;
  return (
    <div className={styles.body}>
      <ToggleGroup.Root
        type="single"
        className={styles.formats}
        aria-label="Format"
        value={format}
        onValueChange={(next) => next && setFormat(next as ExportOptions['format'])}
      >
        {formats.map((it) => (
          <ToggleGroup.Item key={it.format} value={it.format} className={styles.format}>
            <b>{it.label}</b>
            <span>{it.about}</span>
          </ToggleGroup.Item>
        ))}
      </ToggleGroup.Root>
      {filter !== '' && (
        <label className={styles.check}>
          <input type="checkbox" checked={part} onChange={(event) => setPart(event.target.checked)} />
          Only what passes <code className={styles.cut}>{visibleLine(filter)}</code>
        </label>
      )}
      {part && leftOut !== '' && <p className={styles.note}>{leftOut}</p>}
      <section aria-live="polite" className={styles.masked}>
        <h3>{preview ? summary(preview) : 'Looking for secrets…'}</h3>
        <ul>
          {preview?.masked.map(({ kind, label, count: times, examples }) => (
            <li key={kind}>
              <label className={styles.check}>
                <input
                  type="checkbox"
                  checked={!keep.includes(kind)}
                  onChange={(event) =>
                    setKeep(event.target.checked ? keep.filter((it) => it !== kind) : [...keep, kind])
                  }
                />
                {label} <span className={styles.times}>× {times}</span>
              </label>
              <code title={examples.map(visibleLine).join('\n')}>{visibleLine(examples[0] ?? '')}</code>
            </li>
          ))}
        </ul>
        {keep.length > 0 && <p className={styles.bad}>Values that are not ticked stay readable in the file.</p>}
      </section>
      <TextArea
        label="Mask these too"
        hint="one regular expression per line; masks each word that matches"
        rows={2}
        value={patterns}
        onChange={(event) => setPatterns(event.target.value)}
      />
      {(problem || wrong) && (
        <p className={styles.bad} role="alert">
          {wrong ? `${wrong[0]}: ${wrong[1]}` : problem}
        </p>
      )}
      <div className={styles.foot}>
        <Button onClick={() => closeDialog(model)}>Cancel</Button>
        <Button look="primary" disabled={busy !== '' || wrong !== undefined} onClick={() => void save()}>
          <Download size={14} aria-hidden="true" /> {busy || 'Save the file'}
        </Button>
      </div>
    </div>
  );
}

function summary({ rows, events, masked, cut }: ExportPreview): string {
  const what = `${countInWords(rows, 'row')}${cut ? '' : `, ${countInWords(events, 'event')}`}`;
  const times = masked.reduce((total, it) => total + it.count, 0);
  if (times === 0)
    return `${what}. No secrets were found${cut ? ' in the first part of it; the rest is masked all the same' : ''}.`;
  return `${what}. Masked${cut ? `, in the first ${countInWords(events, 'event')}` : ''}:`;
}
