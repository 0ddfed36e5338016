import type { doctorMethods } from '../../../shared/features/doctor/methods.ts';
import type { Connection } from '../../inspector/connections/connections.ts';
import type { Core } from '../../inspector/core.ts';
import type { OpenFeature } from '../../inspector/feature.ts';
import { readyTransport } from '../../inspector/secrets/ready-transport.ts';
import { ClientChecks } from './client-checks.ts';
import { Doctor } from './doctor.ts';

export function open(core: Core): OpenFeature<typeof doctorMethods> {
  const { eras, machine } = core;
  const shared = {
    connections: core.connections,
    recorder: core.recordings,
    ready: (connection: Connection) => {
      const ready = readyTransport(core.connections.ready(connection));
      // Variable values are as private as secrets.
      return ready.ok ? { ...ready, secrets: [...ready.secrets, ...ready.put.map(({ value }) => value)] } : ready;
    },
    env: machine.env,
  };
  const doctor = new Doctor({
    ...shared,
    written: ({ config }) => core.transportOf(config),
    folder: core.options.folder,
  });
  const clients = new ClientChecks(shared);
  const stop = async (server: string) => {
    await clients.stop(server);
    return doctor.stopDiagnosis({ server });
  };
  return {
    answers: {
      ...doctor,
      checkClient: clients.checkClient,
      detectEra: (input) => eras.detectEra(input),
      stopDiagnosis: (input) => {
        eras.stop(input.server);
        return stop(input.server);
      },
    },
    leaveServer: stop,
    close: async () => {
      await clients.close();
      await doctor.close();
    },
  };
}
