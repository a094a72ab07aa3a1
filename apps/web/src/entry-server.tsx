import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import {
  createStaticHandler,
  createStaticRouter,
  isRouteErrorResponse,
  type StaticHandlerContext,
  StaticRouter,
  StaticRouterProvider,
} from 'react-router-dom'
import { START_SCRIPT } from '#app/boot/start-script.ts'
import { listPageAssets, type Manifest } from '#app/document/asset-tags.ts'
import { renderDocument } from '#app/document/document.ts'
import { buildDocumentMeta } from '#app/document/document-meta.ts'
import { MANAGE_THEME_SCRIPT, THEME_SCRIPT } from '#app/document/theme-script.ts'
import { createEnglishRoutes } from '#app/english/english-routes.tsx'
import { ENGLISH_SHELL_ID, toEnglishSite } from '#app/english/english-site.ts'
import { Root } from '#app/root.tsx'
import { ROUTE_PARTS, routes } from '#app/routes.tsx'
import { SHELL_ROUTE_ID, type ShellData } from '#app/shell/shell-loader.ts'
import { ShellSkeleton } from '#app/shell/shell-skeleton.tsx'
import { toSite } from '#domain/site/site.ts'
import { type ApiFetch, createApiClient } from '#lib/api/api-client.ts'
import { createRouterContext } from '#lib/api/api-context.ts'
import { HTML_POLICIES } from '#lib/html/trusted-html.ts'
import { loadDeferredParts } from '#lib/parts/deferred-part.ts'
import '#styles/main.css'

export type { ApiFetch, Manifest }

export interface RenderOptions {
  /**
   * Makes calls of the contract as a visitor: `fetch('/v1/article/?pageNo=1', { method, signal, body?, headers? })`,
   * with a path as the address. Errors must be envelopes, as in the browser.
   */
  fetch: ApiFetch
  /** `dist/client/.vite/manifest.json`, parsed. */
  manifest: Manifest
  /** The site's own scheme and host, e.g. `https://www.example.cn`, for canonical addresses. */
  origin: string
  /** Called for unexpected errors of loaders; the page is then an error page with status 500. */
  onError?: (error: unknown) => void
  /** The page has no scripts: it stays as it was rendered, and every link loads a whole page. */
  isStatic?: boolean
}

export interface RenderedPage {
  /** 200, 404, the code of a failed call, or 3xx with `redirect`. */
  status: number
  /** The whole document; empty with `redirect`. */
  html: string
  /** Value for the `Location` header. */
  redirect?: string
}

export type ShellOptions = Pick<RenderOptions, 'manifest' | 'origin'>

/** Exact text of every inline script, for the content security policy. */
export const inlineScripts: readonly string[] = [THEME_SCRIPT, START_SCRIPT]

/** The document of `/manage`, and its inline scripts. */
export { manageDocument } from '#app/document/manage-document.ts'
export const manageInlineScripts: readonly string[] = [MANAGE_THEME_SCRIPT]

/** Trusted Types policies of the pages' scripts, for the content security policy. */
export const htmlPolicies: readonly string[] = HTML_POLICIES

const handler = createStaticHandler([...createEnglishRoutes(ROUTE_PARTS), ...routes])
/** Deferred parts that a shell without a page needs at once. */
const SHELL_MODULES = ['src/app/shell/deferred-shell.tsx', 'src/app/shell/shell-skeleton.tsx']

/**
 * Renders a page for a visitor. The result of a GET depends on the address and public answers of the API only, so it
 * may be cached for all visitors; a POST submits a form, its answer is private and has the status of the route's
 * action. Aborting `request.signal` aborts the calls.
 * @throws the error of a component, or the reason of an abort; the caller then sends `shell()`.
 */
export async function render(request: Request, options: RenderOptions): Promise<RenderedPage> {
  const { fetch, manifest, origin, onError, isStatic = false } = options
  const api = createApiClient({ fetch })
  const context = await handler.query(request, { requestContext: createRouterContext(api) })
  if (context instanceof Response) return toRedirect(context)

  // The matches in the context hold their routes; with all routes the router would copy each of them for each page.
  const router = createStaticRouter([], context)
  await loadDeferredParts()
  const body = renderToString(
    <Root api={api}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </Root>,
  )
  const site = getSite(context)
  const sources = context.matches.map(({ route, params }) => ({
    handle: route.handle,
    params,
    loaderData: context.loaderData[route.id],
  }))
  const html = renderDocument({
    // A failed status of an action does not make the page an error page.
    meta: buildDocumentMeta(sources, context.location, site, context.errors ? context.statusCode : 200),
    siteName: site.name,
    origin,
    assets: listPageAssets(
      manifest,
      context.matches.flatMap(({ route }) => listModules(route.id)),
    ),
    body,
    isStatic,
    hydration: {
      loaderData: context.loaderData,
      actionData: context.actionData,
      errors: toPublicErrors(context, onError),
    },
  })
  return { status: context.statusCode, html }
}

/**
 * A document without a page: header, loading indicator and the script that loads the page. Sent for routes that the
 * server does not render, and when rendering fails or takes too long.
 */
export function shell({ manifest, origin }: ShellOptions): string {
  const site = toSite(null)
  return renderDocument({
    meta: { ...buildDocumentMeta([], { pathname: '/', search: '' }, site), isHidden: true },
    siteName: site.name,
    origin,
    assets: listPageAssets(manifest, SHELL_MODULES),
    body: renderToStaticMarkup(
      <StaticRouter location="/">
        <ShellSkeleton />
      </StaticRouter>,
    ),
  })
}

/** The site's settings in the language of the page. */
function getSite({ loaderData }: StaticHandlerContext) {
  const getSiteInfo = (id: string) => (loaderData[id] as ShellData | undefined)?.siteInfo ?? null
  return loaderData[ENGLISH_SHELL_ID]
    ? toEnglishSite(getSiteInfo(ENGLISH_SHELL_ID))
    : toSite(getSiteInfo(SHELL_ROUTE_ID))
}

/** Files of a route; the routes of the English pages are a file of their own. */
function listModules(id: string): string[] {
  return id === ENGLISH_SHELL_ID ? [id, 'src/app/english/english-routes.tsx'] : [id]
}

function toRedirect(response: Response): RenderedPage {
  const redirect = response.headers.get('location')
  if (redirect === null) throw new Error(`a loader answered ${response.status} without a location`)
  return { status: response.status, html: '', redirect }
}

/** Errors as sent to the browser; unexpected ones have no details. */
function toPublicErrors({ errors }: StaticHandlerContext, onError: RenderOptions['onError']) {
  if (!errors) return null
  return Object.fromEntries(
    Object.entries(errors).map(([routeId, error]) => {
      if (isRouteErrorResponse(error)) {
        const { status, statusText, data } = error
        return [routeId, { status, statusText, data, internal: false }]
      }
      onError?.(error)
      return [routeId, { status: 500, statusText: '', data: null, internal: true }]
    }),
  )
}
