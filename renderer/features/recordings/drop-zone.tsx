// Files can be dropped anywhere on the window and become recordings. The browser would open them itself.

import { FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connectionOf } from '../../model/connection.ts';
import { useModel } from '../../model/model.ts';
import { importFile } from './import-file.ts';
import styles from './recordings.module.css';

export function DropZone() {
  const model = useModel();
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const onOver = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      // Without a host, no drop is offered.
      if (connectionOf(model).getState().status === 'connected') setOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const onDrop = async (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(false);
      for (const file of event.dataTransfer?.files ?? []) await importFile(model, file);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('dragleave', onLeave);
    window.addEventListener('drop', onDrop);
    return () => {
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('dragleave', onLeave);
      window.removeEventListener('drop', onDrop);
    };
  }, [model]);
  if (!over) return null;
  return (
    <div className={styles.drop}>
      <p>
        <FileDown size={20} aria-hidden="true" /> Drop it to open it: a capture, a client’s transcript, JSON-RPC lines,
        an inspector history or a HAR file
      </p>
    </div>
  );
}
