// The upstream of the proxy bench: two cheap answers of the contract, of about 2 KB each.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { listArticles } from '../../packages/contract/src/articles/articles.ts'
import { listBoardMessages } from '../../packages/contract/src/site/directory.ts'

function makeEnvelope(data: unknown): Buffer {
  return Buffer.from(JSON.stringify({ code: 200, message: '成功', data, extra: {} }))
}

const messages = Array.from({ length: 9 }, (_none, index) => ({
  id: index + 1,
  nickname: '阿玉',
  avatar: '/file/img/5b1f0c3a9d2e4f708a6c.webp',
  content: '送检的镯子三天就出了证书，折射率和密度都写得很清楚',
  time: 12,
  ipAddress: null,
  ipSource: '上海',
  status: 1,
  createTime: '2026-11-20 09:30:00',
}))

const articles = Array.from({ length: 6 }, (_none, index) => ({
  id: index + 1,
  title: '红宝石的热处理与鉴别要点',
  avatar: '/file/img/5b1f0c3a9d2e4f708a6c.webp',
  summary: '放大检查可见熔融的包裹体与指纹状愈合裂隙',
  isStick: 0,
  isOriginal: 1,
  quantity: 1024,
  commentCount: 12,
  likeCount: 36,
  categoryName: '检测研究',
  categoryId: 3,
  createTime: '2026-11-20 09:30:00',
  tagList: [{ id: 2, name: '红宝石' }],
}))

const answers: Record<string, Buffer> = {
  [listBoardMessages.path]: makeEnvelope(messages),
  [listArticles.path]: makeEnvelope({ records: articles, total: 6, size: 10, current: 1, pages: 1 }),
}

const server = createServer((request, response) => {
  const body = answers[(request.url ?? '').split('?', 1)[0] ?? '']
  const headers = { 'content-type': 'application/json; charset=utf-8', 'content-length': body?.length ?? 0 }
  response.writeHead(body ? 200 : 404, headers).end(body)
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1')
await once(server, 'listening')
process.send?.({ type: 'listening', address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
process.once('SIGTERM', () => process.exit(0))
