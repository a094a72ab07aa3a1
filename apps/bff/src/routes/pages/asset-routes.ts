import type { FastifyPluginAsync } from 'fastify'
import type { Asset, AssetStore } from '#assets/asset-store.ts'
import { chooseEncoding, type Encoding, isSameVersion } from '#responses/encodings.ts'
import { type PreparedResponse, sendPrepared } from '#responses/prepared-response.ts'

/** Scripts of workers: a page with `Cross-Origin-Embedder-Policy` starts only workers whose script has it too. */
const WORKER = /-worker-[\w-]+\.js$/
const IMMUTABLE = 'public, max-age=31536000, immutable'

/** One file in each of its encodings, and the answer to a browser that has it. */
type ReadyAsset = Record<Encoding | 'unchanged', PreparedResponse | null>

/** Serves web's built files from memory, compressed at build. Their responses are prepared at the start. */
export const assetRoutes: FastifyPluginAsync<{ assets: AssetStore }> = async (app, { assets }) => {
  for (const [address, asset] of assets) {
    const extra = WORKER.test(address) ? { 'cross-origin-embedder-policy': 'require-corp' } : {}
    const ready = makeReady(asset, (own) => app.completeHead({ ...own, ...extra }))
    app.get(address, { config: { access: 'public', from: 'page', isOnlyCounted: true } }, (request, reply) => {
      const { 'if-none-match': version, 'accept-encoding': accepted } = request.headers
      const form = isSameVersion(version, asset.etag) ? 'unchanged' : chooseEncoding(accepted, asset)
      sendPrepared(reply, ready[form] as PreparedResponse)
    })
  }
}

function makeReady(asset: Asset, completeHead: (own: Record<string, string>) => readonly string[]): ReadyAsset {
  const own = {
    'cache-control': asset.isImmutable ? IMMUTABLE : 'public, max-age=3600',
    etag: asset.etag,
    vary: 'accept-encoding',
    'content-type': asset.type,
  }
  function toForm(encoding: Encoding): PreparedResponse | null {
    const body = asset[encoding]
    if (!body) return null
    const coded: Record<string, string> = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    return { status: 200, head: completeHead({ ...own, ...coded, 'content-length': String(body.length) }), body }
  }
  return {
    identity: toForm('identity'),
    br: toForm('br'),
    gzip: toForm('gzip'),
    unchanged: { status: 304, head: completeHead(own), body: null },
  }
}
