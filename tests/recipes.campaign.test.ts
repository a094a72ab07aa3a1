import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

const ROOT = path.dirname(import.meta.dirname)
const COPIED = [
  'docs/operating.zh-CN.md',
  'docs/partners.zh-CN.md',
  'apps',
  'packages',
  'package.json',
  'tsconfig.base.json',
]
const LEFT_OUT = /(?:^|\/)(?:node_modules|dist|\.data)(?:\/|$)/

/** A fenced block of developing.md whose first line names a file. */
interface Block {
  kind: 'diff' | 'file'
  file: string
  text: string
}

let copy: string
const servers: ChildProcess[] = []

beforeAll(async () => {
  copy = mkdtempSync(path.join(tmpdir(), 'recipes-'))
  copySources()
  await fillDatabase()
  const number = nameNextMigration()
  for (const block of readBlocks()) apply({ ...block, file: block.file.replace('NNNN', number) }, number)
  await run('node_modules/vite/bin/vite.js', ['build', '--app', 'apps/web', '--logLevel', 'error'])
})

afterAll(async () => {
  await stopServers()
  rmSync(copy, { recursive: true, force: true })
})

it('the example of developing.md upgrades a filled database, answers a call and renders a page', async () => {
  const upstream = await startUpstream()
  const site = await start('apps/bff/src/main.ts', {
    DATA_DIR: path.join(copy, '.data'),
    LOG_LEVEL: 'warn',
    PORT: '0',
    HOST: '127.0.0.1',
    ADMIN_PORT: '0',
    UPSTREAM_URL: upstream,
  })
  const articles = await fetch(`${site}/v1/article/?pageNo=1&pageSize=20`)
  const { data } = (await articles.json()) as { data: { total: number } }
  expect(data.total).toBeGreaterThan(0)
  const call = await fetch(`${site}/v1/birthstone/?month=5`)
  expect(await call.json()).toMatchObject({ code: 200, data: '祖母绿' })
  const refused = await fetch(`${site}/v1/birthstone/?month=13`)
  expect(refused.status).toBe(400)
  const page = await fetch(`${site}/birthstone?month=4`, { headers: { accept: 'text/html' } })
  expect(page.status).toBe(200)
  expect((await page.text()).replaceAll('<!-- -->', '')).toContain('4 月：钻石')
})

/** Makes the database before the recipes, with the demo content. */
async function fillDatabase(): Promise<void> {
  await startUpstream()
  await stopServers()
}

async function startUpstream(): Promise<string> {
  return await start('apps/upstream/src/main.ts', {
    DATA_DIR: path.join(copy, '.data'),
    LOG_LEVEL: 'warn',
    UPSTREAM_PORT: '0',
  })
}

async function stopServers(): Promise<void> {
  for (const server of servers.splice(0)) {
    server.kill('SIGTERM')
    if (server.exitCode === null) await once(server, 'exit')
  }
}

function copySources(): void {
  const filter = (source: string) => !LEFT_OUT.test(path.relative(ROOT, source))
  for (const name of COPIED) cpSync(path.join(ROOT, name), path.join(copy, name), { recursive: true, filter })
  linkPackages('')
  for (const folder of ['apps', 'packages'].flatMap((parent) => listChildren(parent))) linkPackages(folder)
}

function listChildren(parent: string): string[] {
  return readdirSync(path.join(ROOT, parent)).map((name) => `${parent}/${name}`)
}

/** Links registry packages to the original folders and ours to the copy. */
function linkPackages(folder: string): void {
  const source = path.join(ROOT, folder, 'node_modules')
  const target = path.join(copy, folder, 'node_modules')
  let names: string[]
  try {
    names = readdirSync(source)
  } catch {
    return
  }
  mkdirSync(target)
  for (const name of names.filter((one) => one !== '@portal'))
    symlinkSync(path.join(source, name), path.join(target, name))
  if (!names.includes('@portal')) return
  mkdirSync(path.join(target, '@portal'))
  for (const part of ['apps', 'packages'].flatMap(listChildren)) {
    symlinkSync(path.join(copy, part), path.join(target, '@portal', path.basename(part)))
  }
}

function nameNextMigration(): string {
  const names = readdirSync(path.join(copy, 'apps/upstream/src/platform/db/migrations'))
  const last = Math.max(...names.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger))
  return String(last + 1).padStart(4, '0')
}

function readBlocks(): Block[] {
  const text = readFileSync(path.join(ROOT, 'docs/developing.md'), 'utf8')
  return [...text.matchAll(/^```(ts|tsx|diff) (\S+)\n([\s\S]*?)^```$/gm)].map(([, language, file = '', body = '']) => ({
    kind: language === 'diff' ? 'diff' : 'file',
    file,
    text: body,
  }))
}

function apply({ kind, file, text }: Block, migration: string): void {
  const target = path.join(copy, file)
  const lines = text.replaceAll('NNNN', migration)
  if (kind === 'file') {
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, lines)
    return
  }
  const changes = lines.split('\n').filter(Boolean)
  const before = changes
    .filter((line) => line.startsWith(' '))
    .map((line) => `${line.slice(1)}\n`)
    .join('')
  const after = changes.map((line) => `${line.slice(1)}\n`).join('')
  const source = readFileSync(target, 'utf8')
  if (source.split(before).length !== 2) throw new Error(`${file} does not have once: ${before}`)
  writeFileSync(
    target,
    source.replace(before, () => after),
  )
}

async function run(script: string, args: string[]): Promise<void> {
  const child = spawn(process.execPath, [script, ...args], { cwd: copy, stdio: ['ignore', 'inherit', 'inherit'] })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${script} ended with ${code}`)
}

/** @returns the address of the server */
async function start(main: string, env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [main], {
    cwd: copy,
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  servers.push(child)
  return await new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${main} ended with ${code}`)))
    child.on('message', ({ type, address }: { type?: string; address?: string }) => {
      if (type === 'listening' && address) resolve(address)
    })
  })
}
