import type { RouteObject } from 'react-router-dom'
import type { RouteParts } from '../routes.tsx'
import { ENGLISH_SHELL_ID } from './english-site.ts'

/**
 * The English pages, with a shell of their own. An English document matches them before the Chinese pages; a Chinese
 * document never loads them, because every link to them opens another document.
 */
export function createEnglishRoutes({ page, ShellSkeleton, ...shell }: RouteParts): RouteObject[] {
  return [
    {
      id: ENGLISH_SHELL_ID,
      lazy: async () => (await import('./english-shell.tsx')).createEnglishShell(shell),
      HydrateFallback: ShellSkeleton,
      children: [
        removeChineseBoundary(
          page('/en/certificate-check', 'features/certificates/english/certificate-page.tsx', async () => {
            const [chinese, { createEnglishPage: englishPage }] = await Promise.all([
              import('#features/certificates/certificate-page.tsx'),
              import('#features/certificates/english/certificate-page.tsx'),
            ])
            return englishPage(chinese)
          }),
        ),
        removeChineseBoundary(
          page(
            '/en/certificate-check/receipt',
            'features/certificates/pages/en/receipt-page.tsx',
            () => import('#features/certificates/pages/en/receipt-page.tsx'),
          ),
        ),
        removeChineseBoundary(
          page('/en/certificate-check/share', 'features/certificates/english/share-form-page.tsx', async () => {
            const [chinese, { createEnglishPage: englishPage }] = await Promise.all([
              import('#features/certificates/share/share-form-page.tsx'),
              import('#features/certificates/english/share-form-page.tsx'),
            ])
            return englishPage(chinese)
          }),
        ),
        removeChineseBoundary(
          page('/en/share/revoke', 'features/certificates/english/revoke-page.tsx', async () => {
            const [chinese, { createEnglishPage: englishPage }] = await Promise.all([
              import('#features/certificates/share/revoke-page.tsx'),
              import('#features/certificates/english/revoke-page.tsx'),
            ])
            return englishPage(chinese)
          }),
        ),
        removeChineseBoundary(
          page('/en/share/:secret', 'features/certificates/english/share-page.tsx', async () => {
            const [chinese, { createEnglishPage: englishPage }] = await Promise.all([
              import('#features/certificates/share/share-page.tsx'),
              import('#features/certificates/english/share-page.tsx'),
            ])
            return englishPage(chinese)
          }),
        ),
      ],
    },
  ]
}

/** The modules of English pages have their own error page. */
function removeChineseBoundary({ ErrorBoundary: _chinese, ...route }: RouteObject): RouteObject {
  return route as RouteObject
}
