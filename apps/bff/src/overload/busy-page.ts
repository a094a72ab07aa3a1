const LOOKUP = { to: '/certificate-check', text: '查询证书' }

/** Page sent under overload instead of the requested one; needs no further files. */
export const BUSY_PAGE = makeNoticePage('访问人数较多', '这个页面暂时无法打开，请稍后刷新重试。')
export const BUSY_RETRY_SECONDS = 10

/** Page sent above a client's budget of renders: many people may share its address. */
export const TOO_MANY_PAGE = makeNoticePage(
  '访问过于频繁',
  '您所在的网络在短时间内打开了过多页面，请稍等片刻再刷新。如果多人共用同一网络，可能并非由您引起。',
)
/** Time after which the budget allows several pages again. */
export const TOO_MANY_RETRY_SECONDS = 10

/** Page sent instead of every page until upstream has answered for the first time. */
export const STARTING_PAGE = makeNoticePage('网站正在启动', '通常只需几秒钟，本页会自动刷新。', {
  to: '',
  text: '立即刷新',
})
export const STARTING_RETRY_SECONDS = 3

/**
 * Returns a small document that needs no further files.
 * @param text HTML
 */
export function makeNoticePage(title: string, text: string, link = LOOKUP): string {
  return `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text}</p>
<p><a href="${link.to}">${link.text}</a></p>
</main>
</body>
</html>
`
}
