// Starts a report: a standalone page that reads its embedded data and sends no requests. Bundled into one script and one style
// (electron/launch/build.ts), which shared/formats/report-page.ts puts into each file.

import './fonts.css';
import '../theme/tokens.css';
import '../theme/base.css';
import { createRoot } from 'react-dom/client';
import { createModel, startModel } from '../model/create-model.ts';
import { ModelContext } from '../model/model.ts';
import { applyLooks, preferencesOf } from '../model/preferences.ts';
import { ComparisonReport } from './comparison-report.tsx';
import { reportFeatures } from './features.tsx';
import { filePlatform } from './from-file.ts';
import { RecordingReport } from './recording-report.tsx';
import { ReportCardReport } from './report-card-report.tsx';
import { joinParts, type RecordingData, readReportBlocks } from './report-data.ts';

const data = joinParts(readReportBlocks(document));
const nothing: RecordingData = {
  kind: 'recording',
  recording: {
    version: '',
    title: '',
    note: '',
    filter: '',
    startedAt: 0,
    madeAt: 0,
    leftOut: 0,
    servers: [],
    marks: [],
  },
  rows: [],
  byId: new Map(),
  facts: new Map(),
  details: new Map(),
  masked: [],
};
const model = createModel(filePlatform(data?.kind === 'recording' ? data : nothing), reportFeatures);
const preferences = preferencesOf(model);
applyLooks(document.documentElement, preferences.getState());
preferences.subscribe((now) => applyLooks(document.documentElement, now));
startModel(model);

createRoot(document.getElementById('app')!).render(
  <ModelContext value={model}>
    {data === null && <p>This file holds no report: its data are missing.</p>}
    {data?.kind === 'recording' && <RecordingReport data={data} />}
    {data?.kind === 'comparison' && <ComparisonReport data={data} />}
    {data?.kind === 'report-cards' && <ReportCardReport data={data} />}
  </ModelContext>,
);
