/**
 * Script files that several pages load, each with its modules (ends of paths, without extension). By itself the bundler
 * makes one file for each module that two pages share, and each file takes about 1 ms of the main thread. So modules
 * that are mostly needed together are one file. Modules that eleven files import are in `common` instead.
 */
export const SHARED_FILES: Readonly<Record<string, readonly string[]>> = {
  shell: [
    'domain/site/site',
    'src/lists',
    'document/theme-script',
    'icons/arrow-right',
    'icons/circle-check',
    'icons/copy',
  ],
  'after-first-view': [
    'account/log-out',
    'live/live-state',
    'lib/use-resting',
    'ui/loading-indicator',
    'icons/arrow-left',
    'icons/bell',
    'icons/circle-x',
    'icons/info',
    'icons/message-square-text',
    'icons/triangle-alert',
  ],
  standing: [
    'standing-pages/faq-entry',
    'standing-pages/standing-columns',
    'standing-pages/standing-prose',
    'lib/use-opened-by-hash',
  ],
  'article-meta': [
    'articles/article-meta',
    'ui/time',
    'icons/external-link',
    'icons/eye',
    'icons/message-circle',
    'icons/thumbs-up',
  ],
  'article-summary': [
    'articles/article-summary',
    'articles/slug-rules',
    'standing-pages/standing-path',
    'figures/gem-drawing',
  ],
  paging: [
    'api/list-pages',
    'api/use-paged',
    'list/list-address',
    'lib/keyword',
    'lists/load-more',
    'lists/tab-links.module',
  ],
  reading: [
    'people/person-link',
    'people/roles',
    'people/staff-badge',
    'lib/use-fresh-for-user',
    'figures/figure-pictures',
    'figures/use-openable-pictures',
    'icons/bookmark',
    'icons/id-card',
    'icons/share-2',
  ],
  posts: [
    'posts/post-view',
    'html/upstream-text',
    'lib/picture-addresses',
    'ui/avatar',
    'icons/pen-line',
    'icons/trash',
  ],
  proof: ['api/proof-progress', 'api/with-proof', 'forms/proof-line'],
  lookup: [
    'certificates/number-fault-words',
    'certificates/use-lookup-form',
    'api/lookup-failure',
    'numbers/typed-numbers',
    'certificates/certificate-number',
  ],
  'lookup-field': ['certificates/lookup-field.module', 'certificates/lookup-scale'],
  certificate: ['certificates/certificate-action', 'certificates/laboratory'],
  'certificate-fields': ['certificates/certificate-fields', 'certificates/printed-values'],
  'english-words': ['en/english-failure', 'en/words', 'certificates/english-days'],
  contact: [
    'standing-pages/contact-facts',
    'api/retry-text',
    'lib/use-checked-draft',
    'forms/form-panel',
    'forms/radio-row',
  ],
}

/** The same as groups of the bundler. A group that included its dependencies would contain half of the site. */
export const sharedFileGroups = Object.entries(SHARED_FILES).map(([name, modules]) => ({
  name,
  test: new RegExp(`/(?:${modules.join('|')})\\.[a-z.]+$`),
  includeDependenciesRecursively: false,
}))
