// Publishes two GPU-hours with each of three real clients, each event twice.
import { OpenMeter } from '@openmeter/sdk';
import { Client } from 'lago-javascript-client';
import { CloudEvent, HTTP } from 'cloudevents';

const url = process.env.INGEST_URL;
const token = process.env.TOKEN;
const time = '2026-05-01T00:00:00.000Z';

const openMeter = new OpenMeter({ baseUrl: url, apiKey: token });
const metered = {
  id: 'om-1',
  source: 'cluster-a',
  type: 'gpu.usage',
  subject: 'clients-openmeter',
  time: new Date(time),
  data: { gpu_model: 'H100', gpu_seconds: '7200' },
};
await openMeter.events.ingest(metered);
await openMeter.events.ingest([metered]);

const lago = Client(token, { baseUrl: url + '/api/v1' });
const event = {
  transaction_id: 'lago-1',
  external_subscription_id: 'clients-lago',
  code: 'gpu_seconds',
  timestamp: Date.parse(time) / 1000,
  properties: { gpu_model: 'H100', gpu_seconds: '7200' },
};
await lago.events.createEvent({ event });
await lago.events.createBatchEvents({ events: [event] });

const cloudEvent = new CloudEvent({
  id: 'ce-1',
  source: 'cluster-a',
  type: 'dev.drawdown.usage.v1',
  subject: 'clients-cloudevents',
  time,
  data: { sku: 'H100', quantity: '2' },
});
for (const message of [HTTP.structured(cloudEvent), HTTP.binary(cloudEvent)]) {
  const answer = await fetch(url + '/v1/events', {
    method: 'POST',
    headers: { ...message.headers, authorization: 'Bearer ' + token },
    body: message.body,
  });
  if (answer.status !== 202) {
    throw new Error(answer.status + ' ' + (await answer.text()));
  }
}
