// Zoom, if the host has one. A browser has its own, so there is nothing to set here.

import { useEffect, useState } from 'react';
import { Select } from '../../components/select.tsx';
import { useModel } from '../../model/model.ts';
import styles from './settings-place.module.css';

export const zoomFactors = [0.75, 0.9, 1, 1.1, 1.25, 1.5, 2];

export function ZoomSetting() {
  const { zoom } = useModel().platform;
  if (zoom === null) return null;
  return (
    <div className={styles.row}>
      <div>
        <b>Zoom</b>
        <p>The size of everything in the window.</p>
      </div>
      <ZoomField zoom={zoom} />
    </div>
  );
}

function ZoomField({ zoom }: { zoom: (factor?: number) => Promise<number> }) {
  const [factor, setFactor] = useState(1);
  useEffect(() => void zoom().then(setFactor), [zoom]);
  const near = zoomFactors.reduce((best, one) => (Math.abs(one - factor) < Math.abs(best - factor) ? one : best));
  return (
    <Select
      className={styles.field}
      aria-label="Zoom"
      value={near}
      onChange={(event) => void zoom(Number(event.target.value)).then(setFactor)}
    >
      {zoomFactors.map((one) => (
        <option key={one} value={one}>
          {Math.round(one * 100)} %
        </option>
      ))}
    </Select>
  );
}
