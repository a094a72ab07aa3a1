import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { startAdminServer } from '../apps/bff/src/admin-server.ts'
import { makeSite, type TestSite } from '../apps/bff/src/testing/make-site.ts'
import { ok } from '../apps/bff/src/testing/stub-upstream.ts'
import { readQuery } from './promql.ts'

const OPS = path.join(import.meta.dirname, '../ops')
const read = (file: string) => readFileSync(path.join(OPS, file), 'utf8')

interface Rule {
  alert: string
  expr: string
  for: string
  labels: { severity: string }
  annotations: { summary: string; description: string }
}
interface Panel {
  id: number
  type: string
  title: string
  targets?: { expr: string; legendFormat: string }[]
}

const prometheus = parse(read('prometheus.yml')) as {
  rule_files: string[]
  scrape_configs: { job_name: string; static_configs: { targets: string[] }[] }[]
}
const rules = (parse(read('alerts.yml')) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(read('grafana-dashboard.json')) as { panels: Panel[] }
const targets = dashboard.panels.flatMap((panel) =>
  (panel.targets ?? []).map((target) => ({ panel: panel.title, ...target })),
)

/** Fills in variables as Grafana does. */
const fillVariables = (expression: string) =>
  expression.replaceAll('$__rate_interval', '5m').replaceAll('$instance', '.*')
const queries = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...targets.map(({ panel, expr }) => [panel, fillVariables(expr)] as const),
].map(([where, expr]) => ({ where, ...readQuery(expr) }))

const FUNCTIONS = ['sum', 'max', 'min', 'rate', 'increase', 'histogram_quantile', 'topk', 'changes', 'time']
/** Metrics and labels that Prometheus adds itself. */
const OF_PROMETHEUS = { metrics: ['up'], labels: ['instance', 'job'] }

let site: TestSite
let admin: FastifyInstance | null
/** Labels of each series that the site exports; series that have no samples yet are missing. */
const shown = new Map<string, Set<string>>()
/** Names of all series that the site declares, with or without samples. */
let declared: Set<string>

beforeAll(async () => {
  site = await makeSite()
  admin = await startAdminServer(site.app, 0)
  site.upstream.answer = () => ok({ name: '石衡' })
  await site.app.inject('/')
  await site.app.inject('/v1/webSiteInfo')
  await site.app.inject('/v1/nothing')
  await site.app.inject({
    method: 'POST',
    url: '/v1/certificate/check',
    payload: { certificateNo: 'SH20261103001285', checkCode: '7K3M9Q' },
  })
  const address = admin?.server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  declared = new Set(
    [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].flatMap(([, name = '', type]) =>
      type === 'histogram' || type === 'summary' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
    ),
  )
  for (const [, name = '', labels = ''] of text.matchAll(/^([a-z_]\w*)(?:\{(.*)\})? /gm)) {
    const known = shown.get(name) ?? new Set()
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) known.add(label)
    shown.set(name, known)
  }
})
afterAll(async () => {
  await admin?.close()
  await site.close()
})

describe('rules and panels', () => {
  it('query metrics that a running site exports', () => {
    for (const { where, series } of queries) {
      for (const { name } of series) {
        expect([where, name, declared.has(name) || OF_PROMETHEUS.metrics.includes(name)]).toEqual([where, name, true])
      }
    }
  })

  it('match and group by labels that these metrics have', () => {
    for (const { where, series, grouped } of queries) {
      const own = series.map(({ name }) => shown.get(name))
      for (const [index, { labels }] of series.entries()) {
        const known = own[index]
        if (!known) continue
        const unknown = labels.filter((label) => !known.has(label) && !OF_PROMETHEUS.labels.includes(label))
        expect([where, unknown]).toEqual([where, []])
      }
      // Series without samples have no labels.
      if (own.some((known) => !known?.size)) continue
      const strange = grouped.filter(
        (label) => !OF_PROMETHEUS.labels.includes(label) && !own.some((known) => known?.has(label)),
      )
      expect([where, strange]).toEqual([where, []])
    }
  })

  it('use known functions of Prometheus', () => {
    for (const { where, functions } of queries) {
      expect([where, functions.filter((name) => !FUNCTIONS.includes(name))]).toEqual([where, []])
    }
  })
})

describe('an alert', () => {
  it('has a waiting time, a severity, a summary and a description', () => {
    expect(rules.length).toBeGreaterThan(15)
    for (const { alert, for: waits, labels, annotations } of rules) {
      expect([alert, waits]).toEqual([alert, expect.stringMatching(/^\d+m$/)])
      expect(['critical', 'warning']).toContain(labels.severity)
      expect(annotations.summary.length).toBeGreaterThan(8)
      expect(annotations.description.length).toBeGreaterThan(20)
    }
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
  })

  it('compares with a limit, since it would otherwise always fire', () => {
    for (const { alert, expr } of rules)
      expect([alert, expr.trim()]).toEqual([alert, expect.stringMatching(/[<>=] ?[\d.e]+$/)])
  })

  it('is in the rule file that Prometheus loads, and queries the job that it scrapes', () => {
    expect(prometheus.rule_files).toEqual(['alerts.yml'])
    expect(prometheus.scrape_configs.map(({ job_name }) => job_name)).toEqual(['site'])
    for (const { expr } of rules) for (const [, job] of expr.matchAll(/job="([^"]*)"/g)) expect(job).toBe('site')
  })
})

it('the dashboard has a unique id per panel, queries in each, and a heading per group', () => {
  const ids = dashboard.panels.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  expect(dashboard.panels.filter(({ type }) => type === 'row').map(({ title }) => title)).toEqual([
    '访客',
    '上游',
    '缓存与渲染',
    '私信',
    '进程',
  ])
  expect(dashboard.panels[0]?.type).toBe('row')
  for (const { type, title, targets: asked = [] } of dashboard.panels) {
    expect([title, asked.length > 0]).toEqual([title, type !== 'row'])
  }
})

it('the dashboard or an alert uses every metric of the site', () => {
  const asked = new Set(
    queries.flatMap(({ series }) => series.map(({ name }) => name.replace(/_(?:bucket|count|sum)$/, ''))),
  )
  const own = [...declared].filter((name) => !/^(?:nodejs|process)_/.test(name))
  expect(own.filter((name) => !asked.has(name.replace(/_(?:bucket|count|sum)$/, '')))).toEqual([])
})

it.each(['sum(rate(a[5m])', 'sum(a))', 'a{b="c"', 'a ? b', '{b="c"}', 'sum by a (b)'])(
  'the reader of queries rejects an expression that Prometheus rejects: %s',
  (expression) => {
    expect(() => readQuery(expression)).toThrow(SyntaxError)
  },
)
