import type { RouteObject } from 'react-router-dom'
import type { RouteParts } from '../routes.tsx'
import { ENGLISH_SHELL_ID } from './english-site.ts'

/**
 * The English pages, with a shell of their own. An English document matches them before the Chinese pages; a Chinese
 * document never loads them, because every link to them opens another document.
 */
export function createEnglishRoutes({ page, ShellSkeleton, ...shell }: RouteParts): RouteObject[] {
  /** The modules of English pages have their own error page. */
  const createEnglishPage: typeof page = (...route) => {
    const { ErrorBoundary: _chinese, ...rest } = page(...route)
    return rest as RouteObject
  }
  return [
    {
      id: ENGLISH_SHELL_ID,
      lazy: async () => (await import('./english-shell.tsx')).createEnglishShell(shell),
      HydrateFallback: ShellSkeleton,
      children: [
        createEnglishPage(
          '/en/certificate-check',
          'features/certificates/pages/en/lookup-page.tsx',
          () => import('#features/certificates/pages/en/lookup-page.tsx'),
        ),
        createEnglishPage(
          '/en/certificate-check/receipt',
          'features/certificates/pages/en/receipt-page.tsx',
          () => import('#features/certificates/pages/en/receipt-page.tsx'),
        ),
        createEnglishPage(
          '/en/certificate-check/share',
          'features/certificates/pages/en/share-form-page.tsx',
          () => import('#features/certificates/pages/en/share-form-page.tsx'),
        ),
        createEnglishPage(
          '/en/share/revoke',
          'features/certificates/pages/en/revoke-page.tsx',
          () => import('#features/certificates/pages/en/revoke-page.tsx'),
        ),
        createEnglishPage(
          '/en/share/:secret',
          'features/certificates/pages/en/share-page.tsx',
          () => import('#features/certificates/pages/en/share-page.tsx'),
        ),
      ],
    },
  ]
}
