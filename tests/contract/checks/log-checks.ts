import { logTileCalls } from '../../../packages/contract/src/log/log.ts'
import { type CallCheck, check } from '../call-check.ts'

const TEXT = { 'content-type': 'text/plain; charset=utf-8' }
const ABSENT = { status: 404, headers: { ...TEXT, 'cache-control': 'no-store' } }

/** A path for each possible number of segments. */
const TILES = ['tile/0/999', 'tile/0/x999/999', 'tile/0/x999/x999/999', 'tile/0/x999/x999/999.p/5']

/** Checks of the public log, whose tiles have separate tests. */
export const logChecks: readonly CallCheck[] = [
  check(
    'GET /log/checkpoint',
    'a signed note that caches keep for 2 s (ours)',
    'reference',
    async ({ visitor, see }) => {
      const got = await visitor().send('GET', '/log/checkpoint')
      see(got, { status: 200, headers: { ...TEXT, 'cache-control': 'public, max-age=2' } })
      see(got.text, /^localhost\/log\n\d+\n[\w+/]{43}=\n\n— localhost\/log [\w+/=]+\n$/)
    },
  ),
  check('GET /log/key', 'the verifier key, one line (ours)', 'reference', async ({ visitor, see }) => {
    const got = await visitor().send('GET', '/log/key')
    see(got, { status: 200, headers: { ...TEXT, 'cache-control': 'public, max-age=300' } })
    see(got.text, /^localhost\/log\+[0-9a-f]{8}\+[\w+/=]+\n$/)
  }),
  ...logTileCalls.map((call, at) =>
    check(
      `${call.method} ${call.path}`,
      '404, never cached, beyond the checkpoint (ours)',
      'reference',
      async (bench) => {
        bench.see(await bench.visitor().send('GET', `/log/${TILES[at]}`), ABSENT)
      },
    ),
  ),
]
