import { describe, expect, it } from 'vitest';
import type { Finding } from '../../src/connectors/finding.js';
import { FindingAggregate } from '../../src/modules/scans/finding-aggregate.rules.js';
import { catalogueOf } from './shipped.js';

const catalogue = catalogueOf();

/** Controls that ask for records of what administrators do. */
const OF_ADMINISTRATORS = ['cmmc AC.L2-3.1.7', 'iso27001 A.8.2', 'hitrust 09.ad', 'pci-dss 10.2.1.2'];
/** Controls that ask for hardened settings. */
const HARDENED = ['cmmc CM.L2-3.4.2', 'iso27001 A.8.9', 'pci-dss 2.2.6'];
/** Controls that ask for records of changes to accounts. */
const OF_ACCOUNTS = ['pci-dss 10.2.1.5', 'iso27001 A.8.15'];
/** Controls that ask for records of changes to the rights of administrators, and not of their use. */
const OF_SUDOERS = ['cmmc AC.L2-3.1.7', 'hitrust 09.ad', 'pci-dss 10.2.1.2', ...OF_ACCOUNTS];

/** Rules of the SCAP Security Guide, with every control that a failure of theirs fails: its text asks for that of a host. */
const DECIDING: Record<string, string[]> = {
  no_empty_passwords_etc_shadow: [
    'soc2 CC6.1',
    'cmmc IA.L1-b.1.vi',
    'cmmc IA.L2-3.5.2',
    'iso27001 A.8.5',
    'hipaa 164.312(d)',
    'hitrust 01.q',
    'nist-csf PR.AA-03',
    'pci-dss 8.3.1',
  ],
  no_shelllogin_for_systemaccounts: ['pci-dss 8.6.1'],
  audit_rules_usergroup_modification: OF_ACCOUNTS,
  audit_rules_usergroup_modification_passwd: OF_ACCOUNTS,
  audit_rules_usergroup_modification_opasswd: OF_ACCOUNTS,
  audit_rules_sudoers: OF_SUDOERS,
  audit_rules_sysadmin_actions: OF_SUDOERS,
  audit_rules_privileged_commands_sudo: OF_ADMINISTRATORS,
  audit_rules_suid_privilege_function: OF_ADMINISTRATORS,
  audit_rules_time_clock_settime: ['pci-dss 10.6.3'],
  service_auditd_enabled: [
    'cmmc AU.L2-3.3.1',
    'iso27001 A.8.15',
    'hipaa 164.312(b)',
    'hitrust 09.aa',
    'nist-csf PR.PS-04',
    'pci-dss 10.2.1',
    'pci-dss 10.2.1.5',
    'pci-dss 10.2.1.7',
    'pci-dss 10.6.3',
    ...OF_ADMINISTRATORS,
  ],
  file_ownership_var_log_audit_stig: [
    'cmmc AU.L2-3.3.8',
    'iso27001 A.8.15',
    'hitrust 09.ac',
    'pci-dss 10.3.1',
    'pci-dss 10.3.2',
  ],
  directory_ownership_var_log_audit: ['cmmc AU.L2-3.3.8', 'iso27001 A.8.15', 'hitrust 09.ac', 'pci-dss 10.3.2'],
  file_ownership_var_log_audit: ['cmmc AU.L2-3.3.8', 'iso27001 A.8.15', 'hitrust 09.ac', 'pci-dss 10.3.1'],
  file_owner_var_log_auth: ['cmmc AU.L2-3.3.8', 'iso27001 A.8.15', 'hitrust 09.ac', 'pci-dss 10.3.1', 'pci-dss 10.3.2'],
  file_permissions_var_log_auth: ['cmmc AU.L2-3.3.8', 'iso27001 A.8.15', 'hitrust 09.ac', 'pci-dss 10.3.1'],
  ensure_gpgcheck_globally_activated: ['nist-csf ID.RA-09'],
  sysctl_kernel_kptr_restrict: HARDENED,
  sysctl_net_ipv4_conf_all_accept_redirects: HARDENED,
  mount_option_dev_shm_nosuid: HARDENED,
  selinux_state: HARDENED,
  file_owner_sshd_config: HARDENED,
  disable_users_coredumps: HARDENED,
};

/** Rules that fail for another reason than what a control asks for, by that reason, with a universal control that they support. */
const SUPPORTING: Record<string, [string, string][]> = {
  'an option of PAM is no account without a password': [
    ['no_empty_passwords', 'UCF-AUT-01'],
    ['no_empty_passwords_unix', 'UCF-AUT-01'],
  ],
  'a locked password of root opens nothing': [['ensure_root_password_configured', 'UCF-AUT-01']],
  'the display manager asks for a password unless it is configured otherwise': [
    ['gnome_gdm_disable_automatic_login', 'UCF-AUT-01'],
  ],
  'the profile sets the figure, and no control does': [
    ['accounts_password_pam_minlen', 'UCF-AUT-03'],
    ['accounts_password_minlen_login_defs', 'UCF-AUT-03'],
    ['accounts_password_pam_pwhistory_remember', 'UCF-AUT-03'],
    ['accounts_passwords_pam_faillock_deny', 'UCF-AUT-05'],
    ['accounts_passwords_pam_tally2_unlock_time', 'UCF-AUT-05'],
    ['set_password_hashing_min_rounds_logindefs', 'UCF-AUT-04'],
    ['sshd_set_keepalive', 'UCF-AUT-06'],
    ['logind_session_timeout', 'UCF-AUT-06'],
    ['accounts_tmout', 'UCF-AUT-06'],
    ['dconf_gnome_screensaver_idle_delay', 'UCF-AUT-06'],
  ],
  'four kinds of characters ask for digits, too': [['accounts_password_pam_dcredit', 'UCF-AUT-03']],
  'no control asks for special characters': [['accounts_password_pam_ocredit', 'UCF-AUT-03']],
  'the account can be locked in a directory': [['accounts_passwords_pam_faillock_enabled', 'UCF-AUT-05']],
  'another module can remember passwords': [['accounts_password_pam_pwhistory_enabled', 'UCF-AUT-03']],
  'another hash than that of the profile can be as strong': [
    ['set_password_hashing_algorithm_logindefs', 'UCF-AUT-04'],
    ['accounts_password_all_shadowed_sha512', 'UCF-AUT-04'],
  ],
  'an account without a shell cannot log on': [['no_password_auth_for_systemaccounts', 'UCF-IAM-11']],
  'the desktop locks unless it is configured otherwise': [
    ['dconf_gnome_screensaver_lock_enabled', 'UCF-AUT-06'],
    ['dconf_gnome_screensaver_mode_blank', 'UCF-AUT-06'],
  ],
  'the notice can stand in another file, or in other words': [
    ['sshd_enable_warning_banner', 'UCF-AUT-05'],
    ['banner_etc_issue', 'UCF-AUT-05'],
    ['dconf_gnome_banner_enabled', 'UCF-AUT-05'],
  ],
  'other algorithms than those of the profile can be approved': [
    ['sshd_use_approved_ciphers', 'UCF-CRY-01'],
    ['sshd_use_strong_kex', 'UCF-CRY-01'],
    ['configure_crypto_policy', 'UCF-CRY-01'],
    ['enable_fips_mode', 'UCF-CRY-01'],
    ['crypto_policy_not_legacy', 'UCF-CRY-01'],
  ],
  'one call of many can stay without a record': [
    ['audit_rules_unsuccessful_file_modification_openat', 'UCF-LOG-02'],
    ['audit_rules_dac_modification_chmod', 'UCF-LOG-02'],
    ['audit_rules_file_deletion_events_unlink', 'UCF-LOG-02'],
    ['audit_access_failed', 'UCF-LOG-02'],
    ['audit_rules_etc_passwd_openat', 'UCF-LOG-02'],
  ],
  'no control asks for a record of that': [
    ['audit_rules_networkconfig_modification', 'UCF-LOG-02'],
    ['audit_rules_media_export', 'UCF-LOG-02'],
    ['audit_rules_execution_setfacl', 'UCF-LOG-03'],
    ['audit_rules_time_watch_localtime', 'UCF-LOG-06'],
  ],
  'every program with the bit of its owner is more than the programs of administrators': [
    ['audit_rules_privileged_commands', 'UCF-LOG-03'],
  ],
  'a rule for all calls, or the log of sudo, records the same': [
    ['audit_rules_privileged_commands_mount', 'UCF-LOG-03'],
    ['audit_rules_privileged_commands_newgrp', 'UCF-LOG-03'],
  ],
  'a group of auditors may read': [
    ['file_permissions_var_log_audit', 'UCF-LOG-07'],
    ['file_permissions_var_log_audit_stig', 'UCF-LOG-07'],
  ],
  'the kernel has it so unless it is configured otherwise': [
    ['sysctl_kernel_randomize_va_space', 'UCF-CFG-01'],
    ['sysctl_net_ipv4_tcp_syncookies', 'UCF-CFG-01'],
    ['sysctl_vm_mmap_min_addr', 'UCF-CFG-01'],
  ],
  'the server has it so, or no longer has it': [
    ['sshd_x11_use_localhost', 'UCF-CFG-01'],
    ['sshd_use_priv_separation', 'UCF-CFG-01'],
  ],
  'forwarding and access can be what the host is for': [
    ['sshd_disable_tcp_forwarding', 'UCF-CFG-01'],
    ['sshd_limit_user_access', 'UCF-CFG-01'],
  ],
  'the daemon does it unless it is configured otherwise': [['auditd_local_events', 'UCF-LOG-01']],
  'it protects rules, tools or later records, and no log': [
    ['audit_rules_immutable', 'UCF-LOG-07'],
    ['file_audit_tools_permissions', 'UCF-LOG-07'],
    ['directory_access_var_log_audit', 'UCF-LOG-07'],
    ['file_permissions_etc_audit_auditd', 'UCF-LOG-07'],
    ['rsyslog_filecreatemode', 'UCF-LOG-07'],
  ],
  'a group without the bit to read reads nothing': [
    ['file_group_ownership_var_log_audit', 'UCF-LOG-07'],
    ['file_groupowner_var_log_syslog', 'UCF-LOG-07'],
  ],
  'files that are no audit logs can be the reason': [
    ['permissions_local_var_log', 'UCF-LOG-07'],
    ['rsyslog_files_permissions', 'UCF-LOG-07'],
    ['file_permissions_var_log_apt', 'UCF-LOG-07'],
  ],
  'root may own what the service of logs owns elsewhere': [['file_owner_var_log_syslog', 'UCF-LOG-07']],
  'another program can do it': [
    ['package_chrony_installed', 'UCF-LOG-06'],
    ['service_timesyncd_disabled', 'UCF-LOG-06'],
    ['service_timesyncd_enabled', 'UCF-LOG-06'],
    ['service_chronyd_enabled', 'UCF-LOG-06'],
    ['service_chronyd_or_ntpd_enabled', 'UCF-LOG-06'],
    ['service_ntpd_enabled', 'UCF-LOG-06'],
    ['package_aide_installed', 'UCF-MON-03'],
    ['aide_build_database', 'UCF-MON-03'],
    ['aide_periodic_cron_checking', 'UCF-MON-03'],
    ['aide_periodic_checking_systemd_timer', 'UCF-MON-03'],
    ['install_hids', 'UCF-MON-03'],
  ],
  'a clock can follow its source with fewer of them': [
    ['chronyd_or_ntpd_specify_multiple_servers', 'UCF-LOG-06'],
    ['chronyd_or_ntpd_set_maxpoll', 'UCF-LOG-06'],
  ],
  'a package without the key of its maker is not installed': [['ensure_redhat_gpgkey_installed', 'UCF-CFG-06']],
  'a package that somebody has on the disk can be verified by its hash': [
    ['ensure_gpgcheck_local_packages', 'UCF-CFG-06'],
  ],
  'where software comes from is no signature': [['apt_sources_list_official', 'UCF-CFG-06']],
  'the role of the host decides': [
    ['sysctl_net_ipv4_ip_forward', 'UCF-CFG-01'],
    ['sysctl_net_ipv6_conf_all_accept_ra', 'UCF-CFG-01'],
    ['sebool_httpd_can_network_connect', 'UCF-CFG-01'],
    ['kernel_module_vfat_disabled', 'UCF-CFG-01'],
    ['mount_option_var_noexec', 'UCF-CFG-01'],
    ['service_sshd_disabled', 'UCF-CFG-01'],
    ['sysctl_user_max_user_namespaces', 'UCF-CFG-01'],
    ['service_kdump_disabled', 'UCF-CFG-01'],
  ],
  'a module that can be loaded is not loaded': [
    ['kernel_module_dccp_disabled', 'UCF-CFG-01'],
    ['kernel_module_cramfs_disabled', 'UCF-CFG-01'],
  ],
  'the distribution built the kernel': [['kernel_config_slub_debug', 'UCF-CFG-01']],
  'it is no parameter that opens a way to misuse': [
    ['package_setroubleshoot_removed', 'UCF-CFG-01'],
    ['mount_option_home_usrquota', 'UCF-CFG-01'],
    ['sshd_print_last_log', 'UCF-CFG-01'],
  ],
};

function findingOf(ruleId: string): Finding {
  return {
    check: { scanner: 'openscap', ruleId, title: ruleId, severity: 'medium', requirements: [] },
    status: 'fail',
    resource: { id: 'host', name: null, type: null, region: null, account: null },
    summary: 'fail',
    detectedAt: null,
  };
}

/** Names of the controls that a failure of this rule alone fails. */
function failedBy(ruleId: string): string[] {
  const aggregate = new FindingAggregate(catalogue, catalogue.controls);
  aggregate.add('integration-1', findingOf(ruleId));
  const failed = aggregate.results().filter(({ status }) => status === 'fail');
  return failed.map(({ control: { framework, controlId } }) => `${framework.slug} ${controlId}`);
}

describe('a failing rule of OpenSCAP', () => {
  it.each(Object.entries(DECIDING))('%s fails the controls that ask for it, and no others', (ruleId, controls) => {
    expect(failedBy(ruleId).sort()).toEqual([...controls].sort());
  });

  const supporting = Object.entries(SUPPORTING).flatMap(([reason, rules]) =>
    rules.map(([ruleId, code]) => [ruleId, reason, code] as const),
  );

  it.each(supporting)('%s fails nothing: %s', (ruleId, _reason, code) => {
    expect(failedBy(ruleId)).toEqual([]);
    expect(catalogue.resolveRule('openscap', ruleId)?.universalControls.map((each) => each.code)).toContain(code);
  });

  it('has no family for an identifier that no rule has, of more than 200 characters', () => {
    const named = (characters: number) => `sshd_${'x'.repeat(characters - 5)}`;
    expect(catalogue.resolveRule('openscap', named(200))).not.toBeNull();
    expect(catalogue.resolveRule('openscap', named(201))).toBeNull();
  });
});
