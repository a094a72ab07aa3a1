/** What a visitor reads instead of a page that is too much just now: small, whole by itself, and true. */
export const BUSY_PAGE = `<!doctype html>
<html lang="zh-CN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>访问人数较多</title>
</head>
<body>
<main>
<h1>访问人数较多</h1>
<p>这个页面暂时无法打开，请稍后刷新重试。</p>
<p><a href="/certificate-check">查询证书</a></p>
</main>
</body>
</html>
`
export const BUSY_RETRY_SECONDS = 10
