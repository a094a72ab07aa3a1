/** `type` in the address: 0 for system notices, 1 for comments (specification, section 2). */
export const NOTICE_PATHS = { system: '/notice/id?type=0', comment: '/notice/id?type=1', private: '/im' } as const
