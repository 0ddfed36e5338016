// The bar's part for Compare and Probe: what is at hand, and the one thing to do next: run, stop, export.

import { ChevronDown, Play, Square } from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { type ReportFormat, reportFormats } from '../../../shared/format-names.ts';
import { Button } from '../../components/button.tsx';
import menu from '../../components/menu.module.css';
import { copyText, say } from '../../model/notices.ts';
import { showPage, usePage } from '../../model/page.ts';
import { useProbes } from '../../model/probes.ts';
import { saveFile } from '../../model/save-file.ts';
import { usePlatform } from '../../platform/context.ts';
import type { Platform } from '../../platform/platform.ts';
import { count } from '../../text/format.ts';
import styles from './compare-bar.module.css';
import { runAgain, sourceOf, stopProbe, useCompare } from './compare-state.ts';

export function CompareBar() {
  const platform = usePlatform();
  const page = usePage((state) => state.page);
  const comparison = useCompare((state) => state.comparison);
  const probes = useProbes((state) => state.probes);
  const chosen = useCompare((state) => state.chosen);
  const running = probes.find(({ state }) => state === 'running');
  const source = sourceOf(chosen);
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
        <Button look="primary" onClick={() => stopProbe(platform, running.id)}>
          <Square size={13} aria-hidden="true" /> Stop
        </Button>
      ) : (
        page === 'compare' &&
        rows > 0 && (
          <Button
            look="primary"
            onClick={() => (source.kind === 'probe' ? runAgain(platform, servers) : showPage('probe'))}
          >
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
  const platform = usePlatform();
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
            <DropdownMenu.Item key={format} className={menu.item} onSelect={() => void save(platform, format)}>
              {formatNames[format]}
            </DropdownMenu.Item>
          ))}
          <DropdownMenu.Separator className={menu.line} />
          <DropdownMenu.Item className={menu.item} onSelect={() => void copy(platform)}>
            Copy as Markdown
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const report = (platform: Platform, format: ReportFormat) =>
  platform.call('compareReport', { source: sourceOf(useCompare.getState().chosen), format });

async function copy(platform: Platform): Promise<void> {
  const answer = await report(platform, 'md');
  if (answer.ok) await copyText(answer.value.text, 'The report');
  else say(answer.error.message, 'bad');
}

async function save(platform: Platform, format: ReportFormat): Promise<void> {
  const answer = await report(platform, format);
  if (!answer.ok) return say(answer.error.message, 'bad');
  const { text, fileName, type } = answer.value;
  await saveFile(platform, { name: fileName, type, content: text });
}
