// Baselines for the site, each as its own documentation shows it: Fastify with one constant answer, `@fastify/static`,
// `@fastify/http-proxy`. BENCH_BARE selects one.
import { readFileSync } from 'node:fs'
import httpProxy from '@fastify/http-proxy'
import fastifyStatic from '@fastify/static'
import Fastify from 'fastify'

const app = Fastify()
const { BENCH_BARE, BENCH_FOLDER = '', BENCH_FILE = '', BENCH_UPSTREAM_URL = '' } = process.env

if (BENCH_BARE === 'constant') {
  const { headers, file } = JSON.parse(readFileSync(BENCH_FILE, 'utf8'))
  const body = readFileSync(file)
  app.get('/*', (_request, reply) => reply.headers(headers).send(body))
} else if (BENCH_BARE === 'static') {
  await app.register(fastifyStatic, { root: BENCH_FOLDER, preCompressed: true })
} else {
  await app.register(httpProxy, { upstream: BENCH_UPSTREAM_URL })
}
const address = await app.listen({ port: 0, host: '127.0.0.1' })
process.send?.({ type: 'listening', address })
process.once('SIGTERM', () => process.exit(0))
