import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { Asset, AssetStore } from '#assets/asset-store.ts'
import { chooseEncoding, isSameVersion } from '#assets/encodings.ts'

const IMMUTABLE = 'public, max-age=31536000, immutable'

/** Web's built files, from memory, compressed at build. */
export const assetRoutes: FastifyPluginAsync<{ assets: AssetStore }> = async (app, { assets }) => {
  for (const [address, asset] of assets) {
    app.get(address, { config: { access: 'public', from: 'page' } }, (request, reply) =>
      sendAsset(request, reply, asset),
    )
  }
}

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset) {
  reply.header('cache-control', asset.isImmutable ? IMMUTABLE : 'public, max-age=3600')
  reply.header('etag', asset.etag).header('vary', 'accept-encoding').type(asset.type)
  if (isSameVersion(request.headers['if-none-match'], asset.etag)) return reply.code(304).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'], asset)
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(asset[encoding])
}
