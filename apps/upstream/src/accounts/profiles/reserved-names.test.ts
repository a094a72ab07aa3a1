import { expect, it } from 'vitest'
import { isReservedName } from './reserved-names.ts'

const ownNames = { site: '云岭珠宝检测所', staff: ['石衡检测', '林知微', 'Ada', '契约1'] }

it.each([
  ...[
    '石衡检测',
    '石 衡 检 测',
    '石-衡_检测',
    '石衡檢測',
    '⽯衡检测',
    '石\u200b衡检测',
    '石\u3164衡',
    '【石衡检测】昆明站',
    '云岭珠宝检测所客户部',
  ],
  ...['ＳｈｉＨｅｎｇ', 'Ѕhiheng', 'sh1heng', 'shíhéng', 'ShiHengLab', '石🌟衡'],
  ...[
    '管理员',
    '管理員',
    '管理员01',
    '【官方】',
    '官方小助手',
    '小石客服',
    '工作人员',
    '一名工作人员',
    'ａｄｍｉｎ',
    'аdmin',
    'Admin_2',
    '鑑定師',
  ],
  ...[
    '林知微',
    '林 知 微',
    '林知微1',
    '林知微老师',
    '鉴定师林知微',
    '林知微✔',
    '小王✅',
    '周观澜Ⓥ',
    'АDA',
    '已注销用户',
    '契约1',
  ],
])('reserves %s', (name) => expect(isReservedName(name, ownNames)).toBe(true))

it.each([
  ...[
    '周观澜',
    '张世恒',
    'zhangshiheng',
    '石小玉',
    '衡山居士',
    '翡翠小记',
    '鉴定师小王',
    '珠宝设计编辑阿青',
    '图书管理员',
    '林知微光',
  ],
  ...['Adam', 'systematic', '小明2008', '👩‍🔬', '检测爱好者', '玉石之路★', '不是林知微的人', '契约2'],
])('leaves %s to members', (name) => expect(isReservedName(name, ownNames)).toBe(false))
