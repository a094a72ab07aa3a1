import type { FastifyPluginAsync } from 'fastify'
import { Counter, type Registry } from 'prom-client'
import { REPORTS_PATH } from '#plugins/content-policy.ts'
import { takeCall } from '#plugins/rate-limit.ts'
import type { RateLimit } from '#shared-state/rate-limit.ts'

interface Options {
  /** Budget of a client: a page with a violation reports it in every browser. */
  reports: RateLimit
  metrics: Registry
}

const REPORTS_MAX_BYTES = 16 * 1024
/** Media types that old and new browsers send. */
const TYPES = ['application/csp-report', 'application/reports+json']
/** Maximum number of counted reports of one body, which may contain those of several pages. */
const COUNTED_MAX = 20
/** Directives that are counted by name; others count as `other`, as clients may invent names. */
const DIRECTIVES: ReadonlySet<string> = new Set([
  ...['script-src', 'script-src-elem', 'script-src-attr', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src'],
  ...[
    'media-src',
    'font-src',
    'connect-src',
    'manifest-src',
    'form-action',
    'frame-ancestors',
    'base-uri',
    'object-src',
  ],
  ...['frame-src', 'worker-src', 'default-src', 'require-trusted-types-for', 'trusted-types'],
])

/**
 * Receives reports that a page's policy has blocked something. They are counted by directive and not stored: reports
 * contain addresses that visitors opened, and anyone can send anything.
 */
export const policyReportRoutes: FastifyPluginAsync<Options> = async (app, { reports, metrics }) => {
  const violations = new Counter({
    name: 'policy_violations_total',
    help: 'Reports of browsers that the content security policy stopped something, by directive',
    labelNames: ['directive'] as const,
    registers: [metrics],
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(TYPES, { parseAs: 'string', bodyLimit: REPORTS_MAX_BYTES }, (_request, body, done) =>
    done(null, body),
  )
  // Browsers send reports by themselves, even after the page is closed: neither origin nor request kind proves
  // anything.
  app.post(REPORTS_PATH, { config: { access: 'public', from: 'page' } }, async (request, reply) => {
    await takeCall(reports, request)
    for (const directive of listViolatedDirectives(String(request.body)).slice(0, COUNTED_MAX)) {
      violations.inc({ directive: DIRECTIVES.has(directive) ? directive : 'other' })
    }
    return reply.code(204).header('cache-control', 'no-store').send()
  })
}

/** `{"csp-report":{"effective-directive":…}}`, or a list of `{"type":"csp-violation","body":{"effectiveDirective":…}}`. */
function listViolatedDirectives(text: string): string[] {
  try {
    const given: unknown = JSON.parse(text)
    const found = Array.isArray(given) ? given.map((report) => report?.body) : [(given as OldReports)?.['csp-report']]
    return found.flatMap((report) => {
      const directive = report?.effectiveDirective ?? report?.['effective-directive'] ?? report?.['violated-directive']
      return typeof directive === 'string' ? [directive.split(' ', 1)[0] ?? ''] : []
    })
  } catch {
    return []
  }
}

type OldReports = { 'csp-report'?: Record<string, unknown> } | null
