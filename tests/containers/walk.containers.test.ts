import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { makeBucket, s3Server } from '../../apps/upstream/src/testing/stores.ts'
import { run, tryRun } from './docker.ts'
import { type Relay, startRelay } from './machines/relay.ts'
import { NAME } from './tls/certificates.ts'
import { COMPOSE_FILES, createTlsSite, type TlsSite } from './tls/tls-site.ts'
import { copyCheckout } from './walk/checkout.ts'
import { fillIn, listRunBlocks } from './walk/commands.ts'

const CERTIFICATE = { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' }
const IMAGE = `portal-test-walk:${process.pid}`
const IMAGE_BEFORE = `portal-test-walk-before:${process.pid}`
const BLOCK_MS = 170_000
/** Expected outputs of commands whose success alone says little. */
const PRINTED = new Map([
  ['/manage/setup', /^.*https:\/\/www\.example\.cn\/manage\/setup#code=\S+/m],
  ['import certificates', /新增 1 /],
  ['9464/metrics', /^# TYPE process_cpu_seconds_total counter$/m],
  ['admin list', /owner@example\.cn/],
  ['run --rm tls-files', /Certificate from files for www\.example\.cn/],
  ['files move', /^[1-9]\d* files copied[\s\S]*^0 files copied/m],
])
/** Blocks for object storage run where there is an S3 server. */
const BLOCKS = listRunBlocks().filter((block) => s3Server || !/S3_BUCKET|files move/.test(block))
/**
 * Replaces `git pull` by another build that takes no minutes, and other configurations of nginx and Caddy, each with
 * its own header.
 */
const PULL = [
  "echo 'LABEL release=next' >> Dockerfile",
  "sed -i 's/^  tcp_nodelay on;/&\\n  add_header Nginx-Release next;/' ops/nginx/nginx.conf.template",
  "sed -i 's/^\\t\\t-Via/&\\n\\t\\tCaddy-Release next/' ops/caddy/Caddyfile",
].join('\n')

/** Runs docs/operating.md from its first command to its last, as an operator copies them. */
describe.skipIf(!inject('portalImage'))('the operating guide', () => {
  let site: TlsSite
  let checkout: string
  let blocks: string[]
  let env: Record<string, string>
  let bucket: Awaited<ReturnType<typeof makeBucket>> | undefined
  let storage: Relay | undefined

  beforeAll(async () => {
    site = await createTlsSite('walk', 'tls')
    checkout = path.join(site.folder.path, 'checkout')
    const elsewhere = path.join(site.folder.path, 'elsewhere')
    copyCheckout(checkout)
    mkdirSync(elsewhere)
    site.folder.giveCertificate(NAME)
    site.trustFiles()
    const row = [CERTIFICATE.certificateNo, CERTIFICATE.checkCode, '宝石', '红宝石', '2026-11-03']
    writeFileSync(path.join(checkout, 'certificates.csv'), `证书编号,核对码,类别,检验结论,签发日期\n${row.join(',')}\n`)
    // These options replace DNS and the port of this run.
    const curl = [
      `connect-to = "${NAME}:443:127.0.0.1:${site.variables.HTTPS_PORT}"`,
      `cacert = "${site.folder.path}/ca.pem"`,
    ]
    writeFileSync(path.join(site.folder.path, '.curlrc'), curl.join('\n'))
    const { PUBLIC_ORIGIN: _fromItsFile, ...variables } = site.variables
    env = {
      ...variables,
      PORTAL_IMAGE: IMAGE,
      COMPOSE_PROJECT_NAME: site.project.project,
      COMPOSE_FILE: ['docker-compose.yml', ...COMPOSE_FILES].join(':'),
      CURL_HOME: site.folder.path,
    }
    blocks = fillIn(
      BLOCKS,
      new Map([
        ['git pull', PULL],
        ['backup@backup.example.cn:/srv/backups/', `${elsewhere}/`],
        ['-p drill', `-p ${site.project.project}-drill`],
        ['docker tag portal portal:before', `docker tag ${IMAGE} ${IMAGE_BEFORE}`],
        ['PORTAL_IMAGE=portal:before', `PORTAL_IMAGE=${IMAGE_BEFORE}`],
        ...(await makeBucketValues()),
      ]),
    )
  })

  afterAll(async () => {
    await Promise.allSettled([bucket?.drop(), storage?.close()])
    if (!site) return
    await site.remove()
    const drill = [
      'compose',
      '--project-name',
      `${site.project.project}-drill`,
      'down',
      '--volumes',
      '--remove-orphans',
    ]
    await tryRun('docker', drill)
    await tryRun('docker', ['image', 'rm', '--force', IMAGE, IMAGE_BEFORE])
  })

  /** Makes a bucket that containers reach. @returns values of the guide, empty without an S3 server */
  async function makeBucketValues(): Promise<[string, string][]> {
    if (!s3Server) return []
    bucket = await makeBucket()
    storage = await startRelay(Number(new URL(s3Server.endpoint).port))
    return [
      ['https://s3.oss-cn-hangzhou-internal.aliyuncs.com', `http://${storage.host}:${storage.port}`],
      ['S3_REGION=cn-hangzhou', `S3_REGION=${bucket.s3.region}`],
      ['S3_BUCKET=example-portal', `S3_BUCKET=${bucket.s3.bucket}`],
      ['S3_PATH_STYLE=false', 'S3_PATH_STYLE=true'],
      ['ACCESS-KEY', bucket.s3.accessKey],
      ['SECRET-KEY', bucket.s3.secretKey],
    ]
  }

  async function listContainers(): Promise<string> {
    const label = `label=com.docker.compose.project=${site.project.project}`
    return (await run('docker', ['ps', '--all', '--quiet', '--filter', label])).trim()
  }

  async function seen() {
    const options = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(CERTIFICATE),
    }
    const { text } = await site.visitor.ask('/v1/certificate/check', options)
    return (JSON.parse(text) as { data: { state: string } | null }).data?.state
  }

  it.each(BLOCKS.map((block, at) => ({ at, line: block.split('\n', 1)[0] })))(
    'runs block $at: $line',
    async ({ at }) => {
      const block = blocks[at] ?? ''
      const script = `cd '${checkout}'\n${block}`
      const output = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], { env, timeoutMs: BLOCK_MS })
      for (const [command, printed] of PRINTED) if (block.includes(command)) expect(output).toMatch(printed)
      // nginx may still have the address of the earlier container.
      if (block.includes('git pull')) {
        const { headers } = await site.visitor.ask('/robots.txt')
        expect(headers).toMatchObject({ 'nginx-release': 'next', 'caddy-release': 'next' })
      }
      if (block === 'docker compose down\n') expect(await listContainers()).toBe('')
      if (/up -d/.test(block) && at > IMPORTED_AT) await expect.poll(seen, { interval: 500 }).toBe('valid')
    },
  )
})

const IMPORTED_AT = BLOCKS.findIndex((block) => block.includes('import certificates'))
