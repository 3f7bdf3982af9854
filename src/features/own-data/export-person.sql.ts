import type { Statement } from '../../platform/db/table.ts';
import { jsonOf, ownList } from './export-list.ts';

/** What tells who somebody is and how they sign in, as JSON. $1 user. */
export const exportProfile: Statement = {
  name: 'export profile',
  text: `select ${jsonOf({
    id: 'u.id',
    idpId: 'u.idp_id',
    username: 'u.username',
    avatar: 'u.avatar',
    walletAddress: 'u.wallet_address',
    mode: 'u.mode',
    country: 'w.country',
    createdAt: 'wire_time(u.created_at)',
    email: 'l.email',
    emailVerifiedAt: 'wire_time(l.verified_at)',
    totpEnabledAt: 'wire_time(t.confirmed_at)',
    passkeys: `(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name,
      'createdAt', wire_time(p.created_at), 'lastUsedAt', wire_time(p.last_used_at))
      order by p.created_at, p.id), '[]') from identity_provider.passkey p where p.user_id = u.id)`,
    oidcAccounts: `(select coalesce(json_agg(json_build_object('issuer', o.issuer,
      'subject', o.subject, 'createdAt', wire_time(o.created_at)) order by o.created_at), '[]')
      from identity_provider.oidc_account o where o.user_id = u.id)`,
  })}
  from app_user u join wallet w on w.user_id = u.id
  left join identity_provider.login l on l.user_id = u.id
  left join identity_provider.totp t on t.user_id = u.id
  where u.id = $1::uuid`,
};

export const exportKeys = ownList('keys', {
  key: 'k.id',
  from: 'api_key k left join api_key_use s on s.key_id = k.id where k.user_id = $1::uuid',
  fields: {
    id: 'k.id',
    label: 'k.label',
    prefix: 'k.prefix',
    scopes: 'k.scopes',
    createdAt: 'wire_time(k.created_at)',
    lastUsedAt: 'wire_time(s.last_used_at)',
    expiresAt: 'wire_time(k.expires_at)',
    revokedAt: 'wire_time(k.revoked_at)',
  },
});

export const exportSessions = ownList('sessions', {
  key: 's.id',
  from: 'identity_provider.session s where s.user_id = $1::uuid',
  fields: {
    id: 's.id',
    method: 's.method',
    userAgent: 's.user_agent',
    ip: 's.ip',
    createdAt: 'wire_time(s.created_at)',
    lastSeenAt: 'wire_time(s.last_seen_at)',
    expiresAt: 'wire_time(s.expires_at)',
    revokedAt: 'wire_time(s.revoked_at)',
  },
});

export const exportSecurityLog = ownList('security log', {
  key: 'e.id',
  from: 'security_event e where e.user_id = $1::uuid',
  fields: {
    id: 'e.id',
    kind: 'e.kind',
    at: 'wire_time(e.at)',
    ip: 'e.ip',
    userAgent: 'e.user_agent',
    details: 'e.details::json',
  },
});

export const exportMemberships = ownList('memberships', {
  key: 'm.group_id',
  from: 'membership m join trading_group g on g.id = m.group_id where m.user_id = $1::uuid',
  fields: {
    groupId: 'm.group_id',
    groupName: 'g.name',
    groupCreatedByMe: 'g.created_by = m.user_id',
    status: 'm.status',
    memberType: 'm.member_type',
    isAdmin: 'm.is_admin',
    inviteCode: 'm.invite_code',
    subscriptionStatus: 'm.subscription_status',
    joiningFeeUsd: 'wire_usd(m.joining_fee)',
    subscriptionFeeUsd: 'wire_usd(m.subscription_fee)',
    subscriptionPeriod: 'm.subscription_period',
    nextChargeAt: 'wire_time(m.next_charge_at)',
    autoBuyEnabled: 'm.auto_buy_enabled',
    autoBuyAmountUsd: 'wire_usd(m.auto_buy_amount)',
    mirrorExits: 'm.mirror_exits',
    verticals: 'm.verticals',
    maxLeverage: 'trim_scale(m.max_leverage)::text',
    dailyLimitUsd: 'wire_usd(m.daily_limit)',
    joinedAt: 'wire_time(m.joined_at)',
    updatedAt: 'wire_time(m.updated_at)',
  },
});

export const exportJoinRequests = ownList('join requests', {
  key: 'r.group_id',
  from: 'join_request r where r.user_id = $1::uuid',
  fields: { groupId: 'r.group_id', status: 'r.status', createdAt: 'wire_time(r.created_at)' },
});

export const exportAgents = ownList('agents', {
  key: 'a.group_id',
  from: `(select group_id, json_agg(json_build_object('agentKey', agent_key, 'enabled', enabled,
      'enabledAt', wire_time(enabled_at)) order by agent_key) as agents
    from group_agent where enabled_by = $1::uuid group by group_id) a where true`,
  fields: { groupId: 'a.group_id', agents: 'a.agents' },
});

export const exportExternalAgents = ownList('external agents', {
  key: 'a.id',
  from: 'external_agent a where a.created_by = $1::uuid',
  fields: {
    id: 'a.id',
    groupId: 'a.group_id',
    name: 'a.name',
    url: 'a.url',
    events: 'a.events',
    enabled: 'a.enabled',
    createdAt: 'wire_time(a.created_at)',
  },
});

export const exportMessages = ownList('chat messages', {
  key: 'm.id',
  from: 'chat_message m where m.sender_id = $1::uuid',
  fields: {
    id: 'm.id',
    groupId: 'm.group_id',
    type: 'm.type',
    content: 'm.content',
    metadata: 'm.metadata::json',
    replyToId: 'm.reply_to_id',
    createdAt: 'wire_time(m.created_at)',
    editedAt: 'wire_time(m.edited_at)',
    deletedAt: 'wire_time(m.deleted_at)',
  },
});

export const exportReports = ownList('chat reports', {
  key: 'r.id',
  from: 'chat_report r where r.reporter_id = $1::uuid',
  fields: {
    id: 'r.id',
    groupId: 'r.group_id',
    messageId: 'r.message_id',
    reason: 'r.reason',
    status: 'r.status',
    createdAt: 'wire_time(r.created_at)',
  },
});

export const exportMutes = ownList('chat mutes', {
  key: 'x.muted_id',
  from: `(select muted_id, json_agg(json_build_object('groupId', group_id,
      'createdAt', wire_time(created_at)) order by group_id) as groups
    from chat_mute where user_id = $1::uuid group by muted_id) x where true`,
  fields: { userId: 'x.muted_id', groups: 'x.groups' },
});
