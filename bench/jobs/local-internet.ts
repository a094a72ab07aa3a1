// Loaded into upstream before its own code (`node --import`): webhooks to every name go to the receiver of the bench.
import { INTERNET } from '../../apps/upstream/src/platform/net/internet.ts'
import { PUBLIC_IP } from '../../apps/upstream/src/testing/link-sites.ts'

const receiver: ReturnType<typeof INTERNET.dial> = JSON.parse(process.env.BENCH_RECEIVER ?? '')
Object.assign(INTERNET, { resolve: async () => [PUBLIC_IP], dial: () => receiver })
