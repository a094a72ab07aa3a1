import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { ConfigError, readConfig } from '@portal/bff/src/config/config.ts'
import { createAsk } from './ask.ts'
import { keysCheck } from './checks/keys.ts'
import { buildCheck, dataCheck, nodeCheck } from './checks/machine.ts'
import { portsCheck } from './checks/ports.ts'
import { redisCheck } from './checks/redis.ts'
import { settingsCheck } from './checks/settings.ts'
import { siteCheck } from './checks/site.ts'
import { storageCheck } from './checks/storage.ts'
import { upstreamCheck } from './checks/upstream.ts'
import { upstreamSocketCheck } from './checks/upstream-socket.ts'
import { variableNamesCheck } from './checks/variable-names.ts'
import { readDetour } from './connect-to.ts'
import { type Check, type Environment, fault, type Machine } from './finding.ts'
import { reportLines } from './report.ts'
import { type NamedFinding, runChecks } from './run-checks.ts'
import { findRunningSite } from './running-site.ts'

const WEB_DIST = path.resolve(import.meta.dirname, '../../web/dist')

/** Checks in the order of what they need: those that need nothing first. */
const CHECKS: readonly Check[] = [
  settingsCheck,
  variableNamesCheck,
  keysCheck,
  nodeCheck,
  dataCheck,
  buildCheck,
  portsCheck,
  upstreamCheck,
  upstreamSocketCheck,
  redisCheck,
  storageCheck,
  siteCheck,
]

interface Options {
  /** `--json`, and names of checks; without names all run. */
  args: readonly string[]
  /** Environment with which the site is, or will be, started. */
  env: Environment
  print: (line: string) => unknown
  /** Further checks of things outside the site itself. */
  more?: readonly Check[]
  /** Properties of the machine that the caller knows better. */
  machine?: Partial<Machine>
  now?: () => number
  /** Address at which the same site would answer without TLS; port 80 by default. */
  plainOrigin?: (origin: string) => string
  /** PEM of a further certificate authority; tests only. */
  ca?: string
}

/**
 * Examines configuration, machine and, if it runs, the site.
 * @returns the exit code: 1 on any fault
 */
export async function runDoctor(options: Options): Promise<number> {
  const { args, print, more = [] } = options
  const only = args.filter((arg) => arg !== '--json')
  const names = [...CHECKS, ...more].map(({ name }) => name)
  if (only.some((name) => !names.includes(name))) {
    print(`Usage: npm run doctor [-- --json] [CHECK…], of ${[...new Set(names)].join(', ')}`)
    return 2
  }
  const findings = await examine({ ...options, only })
  if (args.includes('--json')) print(JSON.stringify(findings, null, 2))
  else for (const line of reportLines(findings)) print(line)
  return findings.some(({ level }) => level === 'fault') ? 1 : 0
}

/** Returns all findings in a fixed order. */
export async function examine({
  env,
  only = [],
  more = [],
  machine,
  ca,
  now = Date.now,
  plainOrigin,
}: Options & { only?: readonly string[] }): Promise<NamedFinding[]> {
  // A container of upstream has no settings of a site.
  if (only.length > 0 && only.every((name) => name === storageCheck.name)) return examineStorage(env, now, ca)
  const config = readSettings(env)
  if (Array.isArray(config)) return config
  const detour = readDetour(env, config.publicOrigin)
  if (detour && 'check' in detour) return [detour]
  const { ask, close } = createAsk(ca, detour)
  const own = createAsk()
  try {
    const site = await findRunningSite(config, ask, own.ask)
    const subject = {
      config,
      env,
      ask,
      site,
      now,
      ca,
      detour,
      machine: { ...describeMachine(), ...machine },
      plainOrigin: plainOrigin ?? ((origin: string) => `http://${new URL(origin).hostname}`),
    }
    const checks = [...CHECKS, ...more].filter(({ name }) => only.length === 0 || only.includes(name))
    return await runChecks(checks, subject)
  } finally {
    await Promise.all([close(), own.close()])
  }
}

async function examineStorage(env: Environment, now: () => number, ca: string | undefined): Promise<NamedFinding[]> {
  const { ask, close } = createAsk(ca)
  try {
    return await runChecks([storageCheck], { env, ask, now })
  } finally {
    await close()
  }
}

/** Reads the settings; an invalid configuration ends the examination. */
function readSettings(env: Environment) {
  try {
    return readConfig(env, { webDist: WEB_DIST })
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    return error.message.split('\n').map((line): NamedFinding => {
      const [what = '', accepted = 'what config.ts says'] = line.split(': accepted is ')
      const [name = ''] = what.split(' ')
      return { check: 'settings', ...fault(what, `Set ${name} to ${accepted}, and run the doctor again`) }
    })
  }
}

function describeMachine(): Machine {
  const addresses = Object.values(os.networkInterfaces()).flatMap((own) => own ?? [])
  return {
    nodeVersion: process.versions.node,
    async freeBytes(folder) {
      const { bavail, bsize } = await statfs(folder)
      return bavail * bsize
    },
    // Addresses that begin with fe80 need a zone, which URLs do not have.
    outerAddresses: addresses.flatMap(({ internal, address }) => (internal || /^fe80/i.test(address) ? [] : address)),
    isContainer: existsSync('/.dockerenv') || existsSync('/run/.containerenv'),
    isWebFresh: null,
  }
}
