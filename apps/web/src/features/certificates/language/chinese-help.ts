/** Texts of the parts below the form of the lookup. */
export const chineseHelp = {
  tips: [
    {
      title: '编号在哪里',
      text: '证书正面右上角，SH 开头，共 16 位。小卡证书印在背面二维码下方。扫描二维码可直接填入编号。',
    },
    {
      title: '为何要核对码',
      text: '编号可能被人抄用。核对码只在证书刮开层下，能证明手里拿着这份证书。购买时刮开层应完好。',
    },
    { title: '查不到时', text: '请先核对易混字符，再', after: '，由工作人员核对原始记录。' },
  ] as readonly { title: string; text: string /** Follows the telephone number. */; after?: string }[],
  official: {
    title: '谨防假冒网站',
    text: '假证书上的二维码会打开仿冒的查询页。扫码后请看浏览器地址栏，网址须与这里完全一致；不放心时，请自行输入网址，再从首页进入“证书查询”。',
    report: '举报假证书或假网站',
    receipt: '核对查询凭证',
    withdrawn: '已撤销证书公告',
    log: '公开日志',
    address: '官方网址',
    icp: 'ICP 备案',
    police: '公安备案',
  },
  diagram: {
    label: '证书示意图：编号在右上角，核对码在左下角的刮开层下，二维码在右下角',
    number: '证书编号',
    code: '核对码（刮开）',
    qr: '二维码',
    caption: '证书示意图',
  },
  closed: {
    title: '在线查询尚未开通',
    text: '本站尚未接入证书记录，无法在线核对。请',
    after: '，由工作人员按编号核对原始记录。',
    others: '任何声称可以代为查询本中心证书的其他网站，均与本中心无关。',
  },
}

export type HelpTexts = typeof chineseHelp
