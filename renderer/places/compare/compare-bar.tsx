// The bar's part for Compare and Probe: the current data and the next action: run, stop, export.

import { ChevronDown, Play, Square } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReportFormat, reportFormats } from '../../../shared/capture/format-names.ts';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { type Model, useModel } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { usePage } from '../../model/open-place.ts';
import { probePanelOf, useProbes } from '../../model/probes.ts';
import { saveFile } from '../../model/save-file.ts';
import { count } from '../../text/format.ts';
import styles from './compare-bar.module.css';
import { compareOf, sourceOf, stopProbe, useCompare } from './compare-state.ts';

const openProbe = (model: Model) => probePanelOf(model).setState({ isOpen: true });

export function CompareBar() {
  const model = useModel();
  const page = usePage((state) => state.page);
  const comparison = useCompare((state) => state.comparison);
  const probes = useProbes((state) => state.probes);
  const chosen = useCompare((state) => state.chosen);
  const running = probes.find(({ state }) => state === 'running');
  const source = sourceOf(model, chosen);
  const rows = comparison?.rows.length ?? 0;
  const servers = comparison?.servers.map(({ id }) => id) ?? [];
  return (
    <>
      <div className={styles.tokens}>
        {comparison && rows > 0 && (
          <>
            <span className="mono">{count(servers.length, 'server')}</span>
            <span className="mono">{count(rows, source.kind === 'probe' ? 'provocation' : 'kind')}</span>
          </>
        )}
      </div>
      {running ? (
        <Button look="primary" onClick={() => stopProbe(model, running.id)}>
          <Square size={13} aria-hidden="true" /> Stop
        </Button>
      ) : (
        page === 'compare' &&
        rows > 0 && (
          <Button look="primary" onClick={() => openProbe(model)}>
            <Play size={14} aria-hidden="true" /> {source.kind === 'probe' ? 'Run again' : 'Probe…'}
          </Button>
        )
      )}
      {page === 'compare' && rows > 0 && <ExportMenu />}
    </>
  );
}

const formatNames: Record<ReportFormat, string> = {
  md: 'Markdown',
  csv: 'CSV',
  json: 'JSON',
  html: 'Web page (HTML)',
};

function ExportMenu() {
  const model = useModel();
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <Button>
          Export report <ChevronDown size={14} aria-hidden="true" />
        </Button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className={menu.menu} align="end" sideOffset={4} collisionPadding={8}>
          {reportFormats.map((format) => (
            <DropdownMenu.Item key={format} className={menu.item} onSelect={() => void save(model, format)}>
              {formatNames[format]}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={() => void copy(model)}>
            Copy as Markdown
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const report = (model: Model, format: ReportFormat) =>
  model.platform.call('compareReport', { source: sourceOf(model, compareOf(model).getState().chosen), format });

async function copy(model: Model): Promise<void> {
  const answer = await report(model, 'md');
  if (answer.ok) await copyText(model, answer.value.text, 'The report');
  else say(model, answer.error.message, 'bad');
}

async function save(model: Model, format: ReportFormat): Promise<void> {
  const answer = await report(model, format);
  if (!answer.ok) return say(model, answer.error.message, 'bad');
  const { text, fileName, type } = answer.value;
  await saveFile(model, { name: fileName, type, content: text });
}
