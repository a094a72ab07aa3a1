import { listEntryAssets, type Manifest } from './asset-tags.ts'
import { FAVICON, renderScriptTags, THEME_COLOUR } from './document.ts'
import { MANAGE_THEME_SCRIPT } from './theme-script.ts'

const ENTRY = 'src/manage/entry-manage.tsx'

/**
 * The document of every address below `/manage`. It is the same for all members of staff and contains nothing of the
 * site: the client for staff loads everything that it shows.
 * @param manifest `dist/manage/.vite/manifest.json`
 */
export function manageDocument(manifest: Manifest): string {
  const assets = listEntryAssets(manifest, ENTRY)
  return [
    '<!doctype html><html lang="zh-CN" data-theme="light"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="robots" content="noindex">',
    `<script>${MANAGE_THEME_SCRIPT}</script>`,
    '<title>管理</title>',
    `<meta name="theme-color" content="${THEME_COLOUR}">`,
    `<link rel="icon" type="image/svg+xml" href="${FAVICON}">`,
    `<link rel="stylesheet" href="${assets.styles}">`,
    ...renderScriptTags(assets),
    '</head><body><div id="root"></div><noscript>管理页面需要启用 JavaScript。</noscript></body></html>',
  ].join('')
}
