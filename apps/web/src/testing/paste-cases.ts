/** A body as Word copies it. */
export const asWord = (body: string) =>
  `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p.MsoNormal { color: black }</style></head><body lang=ZH-CN>${body}</body></html>`
const item = (list: string, level: number, mark: string, words: string) =>
  `<p class=MsoListParagraph style='margin-left:18.0pt;mso-list:${list} level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${mark}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`

/** A range as Excel copies it: styles stand in classes. */
export const asSheet = (rows: string) =>
  `<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta name=ProgId content=Excel.Sheet><style><!--table {mso-displayed-decimal-separator:"\\.";} .xl65 {font-weight:700; background:#D9E1F2;} .xl66 {color:black;}--></style></head><body><table border=0 cellpadding=0><!--StartFragment-->${rows}<!--EndFragment--></table></body></html>`

type PasteCase = readonly [kind: string, copied: string, markdown: string]

/** Kind of copy from Word, by the number of its row in the list of cases that the editor was chosen by; body; Markdown. */
export const WORD_PASTES: readonly PasteCase[] = [
  [
    '1, a heading, bold text and a link',
    '<h1>范围</h1><p class=MsoNormal>依据<b>国标</b>，见<a href="https://a.cn/x?utm_source=w&amp;id=1">这里</a>。<o:p></o:p></p>',
    '## 范围\n\n依据**国标**，见[这里](https://a.cn/x?id=1)。',
  ],
  ['1, a heading by its class', '<p class=MsoHeading2>取样</p><p class=MsoNormal>甲</p>', '## 取样\n\n甲'],
  [
    '1, a heading by its outline level',
    "<h1>总则</h1><p class=a style='mso-outline-level:2'>取样</p>",
    '## 总则\n\n### 取样',
  ],
  [
    '2, a nested list',
    item('l0', 1, '·', '甲') + item('l0', 2, 'o', '乙') + item('l0', 1, '·', '丙'),
    '- 甲\n  - 乙\n- 丙',
  ],
  ['2, a numbered list', item('l0', 1, '1.', '甲') + item('l0', 1, '2.', '乙'), '1. 甲\n2. 乙'],
  [
    '2, a numbered list right after one with bullets',
    item('l0', 1, '·', '甲') + item('l1', 1, '1.', '乙') + item('l1', 1, '2.', '丙'),
    '- 甲\n\n1. 乙\n2. 丙',
  ],
  ['3, a number that was typed', '<p class=MsoNormal>1. 范围</p>', '1\\. 范围'],
  [
    '4, a table with merged cells',
    '<table class=MsoTableGrid><tr><td colspan=2><p>合并的头</p></td></tr><tr><td rowspan=2><p>甲</p></td><td><p>乙</p></td></tr><tr><td><p>丙</p><p>丁</p></td></tr></table>',
    '| 合并的头 |  |\n| --- | --- |\n| 甲 | 乙 |\n|  | 丙<br>丁 |',
  ],
  [
    '5, a deletion, an insertion and a comment',
    "<p class=MsoNormal>甲<del>旧</del><ins>新</ins><span class=MsoCommentReference><a class=msocomanchor href='#_msocom_1'>[A1]</a></span></p><div style='mso-element:comment-list'><div class=msocomtxt>批注</div></div>",
    '甲新',
  ],
  [
    '17, superscript and subscript',
    '<p class=MsoNormal>cm<sup>-1</sup>，H<sub>2</sub>O</p>',
    'cm<sup>-1</sup>，H<sub>2</sub>O',
  ],
  ['an indent of full-width blanks', '<p class=MsoNormal>　　正文</p>', '正文'],
  ['21, bold punctuation at an edge', '<p class=MsoNormal><b>注意：</b>请先清洁</p>', '**注意**：请先清洁'],
  [
    '6, the places of pictures that only Word can read',
    '<p class=MsoNormal>图<img src="file:///C:/a.png"></p><p class=MsoNormal><img src="file:///C:/b.png"></p>',
    '图![](uploading:abc123)\n\n![](uploading:abc123)',
  ],
]

/** Kind of copy from another program; HTML; Markdown. */
export const HTML_PASTES: readonly PasteCase[] = [
  [
    '8, a heading, a list and an indent of WPS',
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><meta name=ProgId content=Word.Document><meta name=Generator content="Microsoft Word 14"></head><body><h2><b style="mso-bidi-font-weight:normal"><span style="font-family:宋体">取样</span></b></h2><p class=MsoNormal style="text-indent:21.0pt;mso-char-indent-count:2.0000"><span style="font-family:宋体">　　正文</span><span style="font-family:宋体"><o:p></o:p></span></p><p class=MsoNormal style="margin-left:21.0pt;text-indent:-21.0pt;mso-list:l0 level1 lfo1"><![if !supportLists]><span style="font-family:Wingdings"><span style='mso-list:Ignore;'>l<span>&nbsp;</span></span></span><![endif]><span>甲</span></p><p class=MsoNormal style="mso-list:l0 level1 lfo1"><span style='mso-list:Ignore;'>l<span>&nbsp;</span></span><span>乙</span></p></body></html>`,
    '## 取样\n\n正文\n\n- 甲\n- 乙',
  ],
  [
    '8, items of WPS without the style of a list',
    '<p class="MsoNormal" style="mso-pagination:widow-orphan">● 甲</p><p class="MsoNormal">● 乙</p>',
    '● 甲\n\n● 乙',
  ],
  [
    '9, a range of Excel',
    '<table><tr><td><b>项目</b></td><td>数值</td></tr><tr><td>密度</td><td align=right>12.50</td></tr></table>',
    '| 项目 | 数值 |\n| --- | ---: |\n| 密度 | 12.50 |',
  ],
  [
    '9, a range of Excel without its hidden row and column',
    asSheet(
      "<tr><td class=xl65>项目</td><td class=xl65 style='display:none'>藏</td><td class=xl65>数值</td></tr><tr style='display:none'><td>藏</td><td style='display:none'>0</td><td align=right>0</td></tr><tr><td>密度</td><td style='display:none'>1</td><td align=right>12.50</td></tr>",
    ),
    '| 项目 | 数值 |\n| --- | ---: |\n| 密度 | 12.50 |',
  ],
  [
    '12, a WeChat article of nested sections',
    '<section><section><section style="font-size:16px"><span style="font-weight:bold">甲</span></section><section>乙<img data-src="https://mmbiz.qpic.cn/x"></section></section></section>',
    '**甲**\n\n乙![](uploading:abc123)',
  ],
  [
    '13, a web page with scripts',
    '<p onclick="x()">甲<script>x()</script><a href="javascript:x()">乙</a><img src=x onerror=x()><iframe src="https://a.cn"></iframe></p>',
    '甲乙',
  ],
  [
    '12, pictures of other sites, with the address that lazy pages show later',
    '<p><img src="https://a.cn/x.png" alt="谱">甲<img src="data:image/gif;base64,AA" data-src="//b.cn/y">乙<img src="HTTP://c.cn/z"></p>',
    '![谱](uploading:abc123)甲![](uploading:abc123)乙![](uploading:abc123)',
  ],
  ['bold by style that is none', '<b style="font-weight:normal"><p>甲</p></b>', '甲'],
  [
    '20, own pictures and links',
    '<p><img src="/file/img/cert-amber.png" alt="谱"> <a href="/article/86">文章</a></p>',
    '![谱](/file/img/cert-amber.png) [文章](/article/86)',
  ],
  ['20, code', '<pre><code>a | b\n*c*\n</code></pre>', '```\na | b\n*c*\n```'],
  ['a quotation', '<blockquote><p>甲</p></blockquote>', '> 甲'],
]

/** Kind of copied text without HTML; text; Markdown. */
export const TEXT_PASTES: readonly PasteCase[] = [
  ['blank lines and line ends', '甲\n乙\n\n丙', '甲\\\n乙\n\n丙'],
  ['text that looks like Markdown', '## 甲\n\n- 乙 [丙](丁)', '\\## 甲\n\n\\- 乙 \\[丙](丁)'],
  ['line ends of Windows', '甲\r\n\r\n乙', '甲\n\n乙'],
]
