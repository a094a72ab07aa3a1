import { listImports, resolveOwn } from './module-imports.ts'

/** Parts of the project, each with its folder or file; the first match counts. */
const PARTS: readonly (readonly [prefix: string, part: string])[] = [
  ['packages/contract/', 'contract'],
  ['packages/server/', 'server'],
  ['apps/web/src/lib/', 'web lib'],
  ['apps/web/src/ui/', 'web ui'],
  ['apps/web/src/domain/', 'web domain'],
  ['apps/web/src/live/', 'web live'],
  ['apps/web/src/features/', 'web features'],
  ['apps/web/src/styles/', 'web styles'],
  ['apps/web/src/manage/', 'web manage'],
  ['apps/web/src/', 'web app'],
  ['apps/web/', 'web build'],
  ['apps/bff/', 'bff'],
  ['apps/upstream/', 'upstream'],
  ['apps/doctor/', 'doctor'],
  ['scripts/', 'tools'],
  ['tests/', 'tools'],
  ['bench/', 'tools'],
]

/** Parts that each part may import besides itself, as in the table of docs/architecture.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  server: ['contract'],
  'web lib': ['contract'],
  'web ui': ['web lib'],
  'web domain': ['contract', 'web lib', 'web ui'],
  'web live': ['contract', 'web lib', 'web ui'],
  'web features': ['contract', 'web lib', 'web ui', 'web domain', 'web live'],
  'web app': ['contract', 'web lib', 'web ui', 'web domain', 'web live', 'web features', 'web styles'],
  // This is a separate client: no other part imports it.
  'web manage': ['contract', 'web lib', 'web ui', 'web domain', 'web live', 'web styles'],
  'web build': [],
  bff: ['contract', 'server'],
  upstream: ['contract', 'server'],
  doctor: ['contract', 'bff', 'upstream'],
}

/**
 * Folders and root files of the BFF by layer, the lowest first. Each may import lower layers and files of its own
 * folder, as in the table of docs/architecture.md.
 */
export const BFF_LAYERS: readonly (readonly string[])[] = [
  ['config', 'overload', 'responses', 'session', 'shared-state', 'errors.ts', 'time-limit.ts'],
  ['assets', 'cache', 'observability', 'proof-of-work', 'request'],
  ['connections', 'html', 'upstream', 'logging.ts'],
  ['calls', 'plugins'],
  ['certificates', 'chat', 'guards', 'pages', 'streams', 'server.ts'],
  ['routes', 'dependencies.ts'],
  ['app.ts', 'admin-server.ts'],
  ['main.ts'],
]

/** The same for upstream: one folder for each noun. */
export const UPSTREAM_LAYERS: readonly (readonly string[])[] = [
  ['platform'],
  ['accounts', 'server.ts'],
  ['log', 'media'],
  ['articles', 'tickets'],
  ['community'],
  ['certificates'],
  ['orders'],
  ['partners'],
  ['backup'],
  ['site'],
  ['operator', 'dependencies.ts'],
  ['background-work.ts', 'operator.ts'],
  ['api-reference.ts', 'app.ts'],
  ['main.ts'],
]

/**
 * Finds imports that the table does not allow, each as `file imports file: why`. Tests, test support and scripts may
 * import anything.
 * @param sources text by path from the root
 */
export function findViolations(sources: ReadonlyMap<string, string>): string[] {
  return [...sources].filter(([file]) => !isExempt(file)).flatMap(([file, text]) => findFileViolations(file, text))
}

function isExempt(file: string): boolean {
  return findPart(file) === 'tools' || /\.test\.tsx?$|\/testing\//.test(file)
}

function findFileViolations(file: string, text: string): string[] {
  const specifiers = new Set(listImports(file, text).map(({ specifier }) => specifier))
  return [...specifiers].flatMap((specifier) => {
    const target = resolveOwn(file, specifier)
    if (!target) return []
    const problem = findProblem(file, target)
    return problem ? [`${file} imports ${specifier}: ${problem}`] : []
  })
}

function findProblem(file: string, target: string): string | null {
  const [from, to] = [findPart(file), findPart(target)]
  if (/\.test\.tsx?$|\/testing\//.test(target)) return 'it belongs to tests'
  if (from !== to) return MAY_IMPORT[from]?.includes(to) ? null : `${from} may not import ${to}`
  if (from === 'web features' && getFeature(file) !== getFeature(target)) return 'it is another feature'
  if (from === 'web manage') return findManageProblem(getManageFolder(file), getManageFolder(target))
  if (from === 'bff') return findLayerProblem(BFF_LAYERS, getFolder(file), getFolder(target))
  if (from === 'upstream') return findLayerProblem(UPSTREAM_LAYERS, getFolder(file), getFolder(target))
  return null
}

/**
 * Returns the reason why an import within the management pages is not allowed. `controls` is lowest, then `staff`;
 * areas and the shell use both and not each other. Files beside the folders put all together.
 */
function findManageProblem(from: string, to: string): string | null {
  const isShared = (room: string) => room === 'controls' || room === 'staff'
  if (from === to || from === '') return null
  if (to === 'controls' || (to === 'staff' && !isShared(from))) return null
  return `${from} may not import ${to || 'what puts the rooms together'}`
}

/** Returns `audit` for `apps/web/src/manage/audit/…`, empty for a file beside the folders. */
function getManageFolder(file: string): string {
  return /^apps\/web\/src\/manage\/([^/]+)\//.exec(file)?.[1] ?? ''
}

function findLayerProblem(layers: typeof BFF_LAYERS, from: string, to: string): string | null {
  if (from === to) return null
  const [upper = -1, lower = -1] = [from, to].map((room) => layers.findIndex((rooms) => rooms.includes(room)))
  if (upper === -1 || lower === -1) return `${upper === -1 ? from : to} is in no layer`
  return lower < upper ? null : `${from} (layer ${upper + 1}) may not import ${to} (layer ${lower + 1})`
}

/** Returns `chat` for `apps/bff/src/chat/sources/…`, `app.ts` for `apps/upstream/src/app.ts`. */
function getFolder(file: string): string {
  return file.split('/')[3] ?? ''
}

/**
 * Finds files of upstream that import each other in a circle, and joins their names.
 * @param sources text by path from the root
 */
export function findCycles(sources: ReadonlyMap<string, string>): string[] {
  const files = [...sources].filter(([file]) => findPart(file) === 'upstream' && !isExempt(file))
  const targets = new Map(files.map(([file, text]) => [file, ownImports(file, text)]))
  const found = new Set<string>()
  const done = new Set<string>()
  const visit = (file: string, path: readonly string[]) => {
    const at = path.indexOf(file)
    if (at >= 0) found.add(path.slice(at).sort().join(' ⇄ '))
    if (at >= 0 || done.has(file)) return
    for (const target of targets.get(file) ?? []) visit(target, [...path, file])
    done.add(file)
  }
  for (const file of targets.keys()) visit(file, [])
  return [...found]
}

function ownImports(file: string, text: string): string[] {
  return listImports(file, text).flatMap(({ specifier }) => resolveOwn(file, specifier) ?? [])
}

function findPart(file: string): string {
  return PARTS.find(([prefix]) => file.startsWith(prefix))?.[1] ?? 'the outside'
}

/** Returns `articles` for `apps/web/src/features/articles/…`. */
function getFeature(file: string): string | undefined {
  return file.split('/')[4]
}
