// The bar's part for Compare: the probe's panel, and the report.

import { ChevronDown, Download, Play, Square } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReportFormat, reportFormats } from '../../../shared/capture/format-names.ts';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { type Model, useModel } from '../../model/model.ts';
import { copyText, say } from '../../model/notices.ts';
import { saveFile } from '../../model/save-file.ts';
import styles from './compare-bar.module.css';
import { compareOf, compareSource, stopProbe, useCompare } from './compare-state.ts';
import { probePanelOf, useProbePanel, useProbes } from './probes.ts';

export function CompareBar() {
  const model = useModel();
  const hasRows = useCompare((state) => (state.comparison?.rows.length ?? 0) > 0);
  const running = useProbes(({ probes }) => probes.find(({ state }) => state === 'running'));
  const isOpen = useProbePanel((state) => state.isOpen);
  return (
    <>
      <span className={styles.spacer} />
      {running && (
        <Button onClick={() => stopProbe(model, running.id)}>
          <Square size={13} aria-hidden="true" /> Stop
        </Button>
      )}
      <Button aria-pressed={isOpen} onClick={() => probePanelOf(model).setState({ isOpen: !isOpen })}>
        <Play size={14} aria-hidden="true" /> Probe
      </Button>
      {hasRows && <ExportMenu />}
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
          <Download size={14} aria-hidden="true" /> Export <ChevronDown size={14} aria-hidden="true" />
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
  model.platform.call('compareReport', { source: compareSource(model, compareOf(model).getState().chosen), format });

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
