/**
 * Counts the stored Evidence anew, in the database: what `count.ts` and `record.ts` do for new Evidence. Statements of a
 * migration, so they never change.
 */
import { bucketDigits, bucketStarts } from './latency.ts';

/** A stored row that is no JWS of ours has nothing to count. */
const isReadable = `jws ~ '^eyJ[^.]*[.]eyJ[^.]*[.]'`;
const base64 = `translate(split_part(jws, '.', 2), '-_', '+/')`;
const payload = `convert_from(decode(rpad(${base64}, (length(${base64}) + 3) / 4 * 4, '='), 'base64'), 'UTF8')::jsonb`;
const histogram = `sum(('1' || repeat('0', ${bucketDigits} * bucket))::numeric)`;
const counts = ['allowed', 'denied', 'redacted', 'escalated', 'warned', 'would_deny']
  .map((column) => `sum(${column}::integer)`)
  .join(', ');
const startOf = `made_at - made_at % period.size`;

/** Names are in the first 64 of a kind, shortened as in `count.ts`. */
const firstNames = (kind: string, elements: string) => `select rebuilt.*, '${kind}' as kind, element.name
  from statistics_rebuild as rebuilt cross join lateral (
    select name from (
      select left(value, 256) as name, min(place) as place
      from jsonb_array_elements_text(${elements}) with ordinality as listed(value, place) group by 1
    ) as names order by place limit 64
  ) as element`;

const auditors = `select rebuilt.org_id, workspace_id, agent_id, made_at, allowed, denied, redacted, escalated, warned, would_deny,
    run.latency_ms, 'auditor' as kind, run.name, run.failed, run.late
  from statistics_rebuild as rebuilt cross join lateral (
    select name, latency_ms, failed, late from (
      select left(value ->> 'name', 256) as name, min(place) as place, sum((value ->> 'duration_ms')::bigint) as latency_ms,
        bool_or(value ->> 'status' = 'failed')::integer as failed, bool_or(value ->> 'status' = 'late')::integer as late
      from jsonb_array_elements(rebuilt.auditors) with ordinality as listed(value, place) group by 1
    ) as runs order by place limit 64
  ) as run`;

const named = (
  kind: string,
  elements: string,
) => `select org_id, workspace_id, agent_id, made_at, allowed, denied, redacted,
    escalated, warned, would_deny, latency_ms, kind, name, 0 as failed, 0 as late
  from (${firstNames(kind, elements)}) as named`;

export const rebuildStatistics: readonly string[] = [
  `create temporary table statistics_rebuild on commit drop as
    select org_id, workspace_id, agent_id, evidence_id, iss, generated_at as made_at,
      payload ->> 'previous_evidence_id' as previous_id,
      payload ->> 'stream_mode' in ('window', 'pass') as is_stream,
      enforced = 'allow' as allowed, enforced = 'deny' as denied,
      payload ? 'redacted_request_hash' or payload ? 'redacted_response_hash'
        or coalesce(payload @> '{"stream":{"runs":[{"redacted":true}]}}', false) as redacted,
      payload -> 'decision' -> 'obligations' ? 'escalate' or payload ? 'approval' as escalated,
      payload -> 'decision' -> 'obligations' ? 'warn' as warned,
      decision = 'deny' and enforced = 'allow' as would_deny,
      latency.ms as latency_ms,
      width_bucket(latency.ms, array[${bucketStarts.join(',')}]::bigint[]) - 1 as bucket,
      payload -> 'decision' -> 'reasons' as reasons,
      case when model_id is null then '[]' else jsonb_build_array(model_id) end as models,
      case when payload ? 'tool' then jsonb_build_array(concat_ws('/', payload ->> 'server', payload ->> 'tool'))
        else '[]' end as tools,
      payload -> 'auditors' as auditors
    from (select evidence.*, ${payload} as payload from evidence where ${isReadable} offset 0) as decoded
    cross join lateral (
      select coalesce(sum((run ->> 'duration_ms')::bigint), 0)::bigint as ms
      from jsonb_array_elements(payload -> 'phases') as run
    ) as latency`,
  `create temporary table statistics_rebuild_finals on commit drop as
    select org_id, agent_id, iss, previous_id as evidence_id, max(made_at) as made_at from statistics_rebuild
    where is_stream and previous_id is not null group by 1, 2, 3, 4`,
  // A stream counts by its final Evidence.
  `create temporary table statistics_rebuild_firsts on commit drop as
    select org_id, agent_id, iss, evidence_id, made_at from statistics_rebuild
    where is_stream and previous_id is null and allowed`,
  `delete from statistics_rebuild as rebuilt using statistics_rebuild_firsts as firsts, statistics_rebuild_finals as finals
    where firsts.org_id = rebuilt.org_id and firsts.evidence_id = rebuilt.evidence_id
      and finals.org_id = rebuilt.org_id and finals.evidence_id = rebuilt.evidence_id
      and finals.agent_id = rebuilt.agent_id and finals.iss = rebuilt.iss`,
  `insert into statistics_streams (org_id, evidence_id, agent_id, iss, is_first, made_at)
    select org_id, evidence_id, agent_id, coalesce(firsts.iss, finals.iss), firsts.iss is not null,
      coalesce(firsts.made_at, finals.made_at)
    from statistics_rebuild_firsts as firsts full join statistics_rebuild_finals as finals
      using (org_id, evidence_id, agent_id, iss)
    where firsts.made_at is null or finals.made_at is null`,
  `insert into statistics_exchanges (org_id, workspace_id, agent_id, period, start, exchanges, allowed, denied, redacted, escalated,
      warned, would_deny, latency_ms, latency)
    select org_id, workspace_id, agent_id, period.name, ${startOf}, count(*), ${counts}, sum(latency_ms), ${histogram}
    from statistics_rebuild
    cross join (values ('minute', 60000), ('hour', 3600000), ('day', 86400000)) as period(name, size)
    group by 1, 2, 3, 4, 5`,
  `insert into statistics_names (org_id, workspace_id, agent_id, period, start, exchanges, allowed, denied, redacted, escalated,
      warned, would_deny, latency_ms, kind, name, failed, late)
    select org_id, workspace_id, agent_id, period.name, ${startOf}, count(*), ${counts}, sum(latency_ms), kind, counted.name,
      sum(failed), sum(late)
    from (
      ${named('reason', 'rebuilt.reasons')}
      union all ${named('model', 'rebuilt.models')}
      union all ${named('tool', 'rebuilt.tools')}
      union all ${auditors}
    ) as counted
    cross join (values ('hour', 3600000), ('day', 86400000)) as period(name, size)
    group by org_id, workspace_id, agent_id, period.name, 5, kind, counted.name`,
];
