import type { doctorMethods } from '../../../shared/features/doctor/methods.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { readyTransport } from '../../inspector/secrets/ready-transport.ts';
import { Doctor } from './doctor.ts';

export function open(core: Core): OpenFeature<typeof doctorMethods> {
  const { eras, machine } = core;
  const doctor = new Doctor({
    connections: core.connections,
    recorder: core.recordings,
    written: ({ config }) => core.transportOf(config),
    ready: (connection) => {
      const ready = readyTransport(core.connections.ready(connection));
      // Variable values are as private as secrets.
      return ready.ok ? { ...ready, secrets: [...ready.secrets, ...ready.put.map(({ value }) => value)] } : ready;
    },
    env: machine.env,
    folder: core.options.folder,
  });
  return {
    answers: {
      ...doctor,
      detectEra: (input) => eras.detectEra(input),
      stopDiagnosis: (input) => {
        eras.stop(input.server);
        return doctor.stopDiagnosis(input);
      },
    },
    leaveServer: (server) => doctor.stopDiagnosis({ server }),
    close: () => doctor.close(),
  };
}
